import { useId, useState, type ReactNode } from "react";
import { CUSTOMIZATION_KINDS } from "#app/catalogue/domain/customization/customization.ts";
import { nameOfQuestion, type QuestionRow, type QuestionTexts } from "#app/catalogue/domain/customization/product-question.ts";
import { Button } from "#app/kit/button.tsx";
import { announce } from "#app/kit/focus/announcer.tsx";
import { CONTROL_CLASS } from "#app/kit/forms/control.ts";
import { FieldFrame } from "#app/kit/forms/field.tsx";
import { createRecord } from "#app/kit/pickers/create-record.ts";
import type { Hit } from "#app/kit/pickers/hit.ts";
import { isOneOf } from "#app/values/narrow.ts";
import { OptionList } from "./options-control.tsx";
import { KIND_LABELS } from "./template-fields.tsx";

interface QuestionFieldsProps {
  /** Its index in the field `copies`, from 0. */
  readonly at: number;
  readonly row: QuestionRow;
  readonly todayEnds: string;
  readonly markWords: Readonly<Record<string, string>>;
  readonly onChange: (row: QuestionRow) => void;
  /** Called after it was saved as a template. */
  readonly onTemplate: (hit: Hit) => void;
}

/** A question of this product alone: title, rule, and options with prices. */
export function QuestionFields({ at, row, todayEnds, markWords, onChange, onTemplate }: QuestionFieldsProps) {
  const id = useId();
  const path = `copies[${at}]`;
  const kind = isOneOf(CUSTOMIZATION_KINDS, row.kind) ? row.kind : "single";
  const isCounted = kind === "multiple" || kind === "quantity";
  const set = (change: Partial<QuestionTexts>) => onChange({ ...row, ...change });
  const text = (field: keyof QuestionTexts, label: string, hint?: string) => (
    <QuestionFrame path={path} field={field} label={label} hint={hint}>
      {(control) => (
        <input {...control} value={row[field]} onChange={(event) => set({ [field]: event.target.value })} className={CONTROL_CLASS} />
      )}
    </QuestionFrame>
  );
  return (
    <div data-question={row.id} className="mb-3 ml-7 grid gap-4 rounded border border-hairline bg-canvas p-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {text("title", "Question", "Such as “Size” or “Choose your milk”.")}
        <QuestionFrame path={path} field="kind" label="Selection type">
          {(control) => (
            <select
              {...control}
              value={kind}
              onChange={(event) => set({ kind: event.target.value, maxSelect: event.target.value === "single" ? "" : row.maxSelect })}
              className={CONTROL_CLASS}
            >
              {CUSTOMIZATION_KINDS.map((each) => (
                <option key={each} value={each}>
                  {KIND_LABELS[each]}
                </option>
              ))}
            </select>
          )}
        </QuestionFrame>
      </div>
      {isCounted ? (
        <div className="grid grid-cols-2 items-start gap-4 sm:grid-cols-4">
          {text("minSelect", "At least")}
          {text("maxSelect", "At most", "Empty = no limit.")}
          {text("freeCount", "Included", "The cheapest ones.")}
          {kind === "quantity" ? text("maxPerOption", "Maximum per option") : null}
        </div>
      ) : (
        <label className="inline-flex min-h-9 items-center gap-2 justify-self-start max-sm:min-h-11">
          <input
            type="checkbox"
            checked={row.minSelect !== "0"}
            onChange={(event) => set({ minSelect: event.target.checked ? "1" : "0" })}
            className="size-5 accent-primary"
          />
          Required
        </label>
      )}
      {kind === "text" ? (
        <div className="grid gap-4 sm:grid-cols-2">{text("maxLength", "Maximum length", "Characters. Empty = 200.")}</div>
      ) : (
        <FieldFrame name={`${path}.options`} label="Options and prices" hint="A price is added to that of the product." isGroup>
          {(control) => (
            <OptionList
              id={control.id}
              path={`${path}.options`}
              rows={row.options}
              onRows={(options) => onChange({ ...row, options })}
              kind={kind}
              priceOptions={[]}
              hasFree={isCounted && !["", "0"].includes(row.freeCount.trim())}
              todayEnds={todayEnds}
              markWords={markWords}
            />
          )}
        </FieldFrame>
      )}
      <SaveAsTemplate noteId={`${id}-note`} row={row} onTemplate={onTemplate} />
    </div>
  );
}

type FrameControl = { readonly id: string; readonly "aria-describedby": string | undefined; readonly "aria-invalid": true | undefined };

/** A field of the question. Its control has no name: all questions are posted as one field. */
function QuestionFrame({
  path,
  field,
  label,
  hint,
  children,
}: {
  readonly path: string;
  readonly field: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly children: (control: FrameControl) => ReactNode;
}) {
  return (
    <FieldFrame name={`${path}.${field}`} label={label} hint={hint}>
      {({ name: _name, ...control }) => children(control)}
    </FieldFrame>
  );
}

interface SaveAsTemplateProps {
  readonly noteId: string;
  readonly row: QuestionRow;
  readonly onTemplate: (hit: Hit) => void;
}

/** Saves the question as a template that other products can use; this product then links to it. */
function SaveAsTemplate({ noteId, row, onTemplate }: SaveAsTemplateProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    const answer = await createRecord({ kind: "template", question: row });
    setSaving(false);
    if (!answer.ok) return setProblem(answer.error);
    announce(`“${nameOfQuestion(row)}” is a template now`);
    onTemplate(answer.value);
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-hairline pt-3">
      <Button look="outline" size="desk" disabled={isSaving} aria-describedby={noteId} onClick={() => void save()}>
        Save as template
      </Button>
      <p
        id={noteId}
        role={problem === null ? undefined : "alert"}
        className={problem === null ? "text-xs text-ink-2" : "text-sm font-semibold text-beet"}
      >
        {problem ?? "To use it on other products, too."}
      </p>
    </div>
  );
}
