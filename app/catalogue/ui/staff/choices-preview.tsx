import { heldOverrides, type TypedAttached } from "#app/catalogue/domain/customization/attached-customization.ts";
import { applyOverrides } from "#app/catalogue/domain/customization/customization.ts";
import type { KnownQuestion } from "#app/catalogue/domain/customization/known-question.ts";
import { ProblemNote } from "#app/kit/problem-note.tsx";
import type { Cents } from "#app/values/money.ts";
import { CustomerPreview } from "./customer-preview.tsx";

interface ChoicesPreviewProps {
  readonly price: Cents;
  readonly attached: readonly TypedAttached[];
  readonly known: readonly KnownQuestion[];
}

/** A preview of the customer's form with the typed values; questions that can never be shown are listed. */
export function ChoicesPreview({ price, attached, known }: ChoicesPreviewProps) {
  const groups = attached.flatMap(({ kind, id, overrides }) => {
    const question = known.find((each) => each.kind === kind && each.id === id);
    return question === undefined ? [] : [applyOverrides(question.group, heldOverrides(overrides))];
  });
  if (groups.length === 0) return null;
  const offered = new Set(groups.flatMap((group) => group.options.filter((option) => !option.hidden).map((option) => option.id)));
  const never = groups.filter((group) => group.showWhenOptionIds.length > 0 && !group.showWhenOptionIds.some((id) => offered.has(id)));
  return (
    <section aria-label="What customers see" className="grid gap-2">
      <p className="font-semibold">What customers see: try it</p>
      {never.map((group) => (
        <ProblemNote key={group.id} blocks={false}>
          “{group.title}” never shows: it waits for a choice that this product does not have.
        </ProblemNote>
      ))}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Enter in a number of this form must not store the product */}
      <div
        onKeyDown={(event) => {
          if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
        }}
      >
        <CustomerPreview groups={groups} basePrice={price} />
      </div>
    </section>
  );
}
