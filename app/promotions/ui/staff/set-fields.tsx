import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { PostForm } from "#app/kit/forms/post-form.tsx";
import { Button } from "#app/kit/button.tsx";
import { ConfirmButton } from "#app/kit/confirm.tsx";
import { Fold } from "#app/kit/fold.tsx";
import { SelectField, TextField } from "#app/kit/forms/field.tsx";
import { useRefusedField } from "#app/kit/forms/use-refused-field.ts";
import { MAX_TITLE_LENGTH } from "#app/values/limits.ts";
import type { CodeFormAnswer } from "./code-forms.tsx";
import { counted, pluralForm } from "#texts/plural.ts";

interface SetFieldsProps {
  readonly set: { readonly name: string; readonly promotionId: number; readonly codes: number; readonly uses: number };
  readonly promotions: readonly { readonly id: number; readonly name: string }[];
  readonly answer: CodeFormAnswer | undefined;
}

const NO_ERRORS: CodeFormAnswer["errors"] = {};

/** Name of a set, what it unlocks, and its end. */
export function SetFields({ set, promotions, answer }: SetFieldsProps) {
  const format = useMoneyFormat();
  const errors = answer?.form === "rename" ? answer.errors : NO_ERRORS;
  const form = useRefusedField(errors);
  const typed: CodeFormAnswer["typed"] = answer?.form === "rename" ? answer.typed : {};
  return (
    <Fold title="Rename or delete" look="title" open={answer?.form === "rename"} className="mt-2">
      <PostForm ref={form} key={`${set.name} ${set.promotionId}`} className="grid max-w-2xl gap-4 py-2 sm:grid-cols-2">
        <TextField
          name="name"
          label="Name"
          required
          maxLength={MAX_TITLE_LENGTH}
          defaultValue={typed["name"] ?? set.name}
          error={errors["name"]}
        />
        <SelectField
          name="promotionId"
          label="Promotion"
          defaultValue={typed["promotionId"] ?? String(set.promotionId)}
          error={errors["promotionId"]}
        >
          {promotions.map((promotion) => (
            <option key={promotion.id} value={promotion.id}>
              {promotion.name}
            </option>
          ))}
        </SelectField>
        <div className="flex flex-wrap gap-2 sm:col-span-2">
          <Button type="submit" name="intent" value="rename" size="desk">
            Save
          </Button>
          {set.uses > 0 ? null : (
            <ConfirmButton
              name="intent"
              value="delete"
              look="danger-outline"
              size="desk"
              question={{
                title: `Delete ${set.name}?`,
                text:
                  set.codes === 0
                    ? "It has no codes. Undo brings it back."
                    : `Its ${counted(set.codes, "code unlocks", "codes unlock", format)} nothing any more. Undo brings it back with ${pluralForm(set.codes, "it", "them")}.`,
                yes: "Delete the set",
                isDanger: true,
              }}
            >
              Delete the set
            </ConfirmButton>
          )}
        </div>
        {set.uses > 0 ? (
          <p className="text-sm text-ink-2 sm:col-span-2">Orders have used its codes, so it stays. Revoke the codes to end it.</p>
        ) : null}
      </PostForm>
    </Fold>
  );
}
