import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { href } from "react-router";
import type {
  ApplicationPlan,
  ApplyMode,
  ConflictWay,
  Outcome,
  TemplateUseState,
} from "#app/catalogue/domain/customization/template-application.ts";
import { Button, ButtonLink } from "#app/kit/button.tsx";
import { ProblemNote } from "#app/kit/problem-note.tsx";
import { UndoButton } from "#app/kit/record/undo-button.tsx";
import { RecordSection } from "#app/kit/record/record-form.tsx";
import { Status } from "#app/kit/status.tsx";
import { capitalised } from "#app/values/text.ts";
import type { MoneyFormat } from "#app/values/money.ts";
import { counted } from "#texts/plural.ts";
import { formatNumber } from "#app/values/number.ts";

/** A product's state for a template. */
export const USE_STATES: Readonly<Record<TemplateUseState, string>> = {
  none: "Not used",
  linked: "Linked",
  own: "Linked, with overrides",
  copy: "Own copy",
};

/** The response of the apply page: the preview or the result. */
export interface PlanAnswer {
  /** "outdated" = the products have changed since the preview; nothing was applied. */
  readonly kind: "preview" | "outdated" | "done";
  /** "all", or ids. */
  readonly selected: string;
  readonly mode: ApplyMode;
  readonly conflict: ConflictWay;
  readonly plan: ApplicationPlan;
  /** The history entry that undoes it. */
  readonly entry: number | null;
}

const MODES = [
  { value: "link", label: "Keep linked", hint: "What you change in the template later changes on these products, too." },
  { value: "copy", label: "Copy once", hint: "Each product gets a copy of its own, which stays as it is now." },
] as const;

const WAYS = [
  { value: "skip", label: "Leave them unchanged", hint: "" },
  { value: "update", label: "Update them, keeping what is their own", hint: "Own title, limits, prices and hidden options stay." },
  { value: "replace", label: "Replace them", hint: "What is their own is dropped." },
] as const;

interface ApplicationPlanViewProps {
  readonly answer: PlanAnswer;
  readonly templateId: number;
  /** A choice has changed: the preview is requested again. */
  readonly onChange: () => void;
}

/** The fields for applying a template, and the effect on each product. */
export function ApplicationPlanView({ answer, templateId, onChange }: ApplicationPlanViewProps) {
  const { kind, selected, mode, conflict, plan } = answer;
  const format = useMoneyFormat();
  const changed = plan.products.filter((product) => product.isChanged).length;
  const again = href("/admin/customization-templates/apply/:id", { id: String(templateId) });
  return (
    <div className="grid max-w-3xl gap-6">
      <input type="hidden" name="selected" value={selected} />
      <input type="hidden" name="seal" value={plan.seal} />
      {kind === "outdated" ? (
        <div role="alert">
          <ProblemNote blocks>
            The products or the template have changed since the preview. Nothing was done; this is what would happen now.
          </ProblemNote>
        </div>
      ) : null}
      <Radios name="mode" title="How" choices={MODES} chosen={mode} onChange={onChange} />
      <Radios name="conflict" title="Products that have their own version" choices={WAYS} chosen={conflict} onChange={onChange} />
      <RecordSection title="What happens">
        <p role="status" className="text-lg font-semibold">
          {planText(plan, mode, format)}
        </p>
        <p className="flex flex-wrap gap-2">
          <Button type="submit" name="intent" value="apply" size="desk" disabled={changed === 0}>
            {changed === 0 ? "Nothing to change" : `Apply to ${counted(changed, "product", "products", format)}`}
          </Button>
          <Button type="submit" name="intent" value="preview" look="outline" size="desk">
            Preview again
          </Button>
          <ButtonLink to={again} look="outline" size="desk">
            Choose other products
          </ButtonLink>
        </p>
        <Products answer={answer} />
      </RecordSection>
    </div>
  );
}

/** The result of applying a template for each product, with one Undo for all. */
export function ApplicationResult({ answer, templateId }: Pick<ApplicationPlanViewProps, "answer" | "templateId">) {
  const format = useMoneyFormat();
  const changed = answer.plan.products.filter((product) => product.isChanged).length;
  return (
    <div className="grid max-w-3xl gap-5">
      <p role="status" className="text-lg font-semibold">
        {changed === 0 ? "Nothing had to be changed." : `Applied to ${counted(changed, "product", "products", format)}.`}
      </p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink to={href("/admin/customization-templates/apply/:id", { id: String(templateId) })} look="outline" size="desk">
          Apply to more products
        </ButtonLink>
        {answer.entry === null ? null : <UndoButton entry={answer.entry} label="Undo: take it back from all of them" />}
      </div>
      <Products answer={answer} />
    </div>
  );
}

/** "12 new, 3 already linked, 1 conflict" */
function planText({ products }: ApplicationPlan, mode: ApplyMode, format: MoneyFormat): string {
  const count = (outcome: Outcome) => products.filter((product) => product.outcome === outcome).length;
  const conflicts = count("conflict");
  return [
    `${formatNumber(count("new"), format)} new`,
    `${formatNumber(count("same"), format)} already ${mode === "link" ? "linked" : "copied"}`,
    counted(conflicts, "conflict", "conflicts", format),
  ].join(", ");
}

/** The most products listed by name. */
const MOST_NAMED = 100;

function Products({ answer: { kind, mode, conflict, plan } }: { readonly answer: PlanAnswer }) {
  const isDone = kind === "done";
  return (
    <>
      <ul aria-label="Products" className="divide-y divide-hairline border-y border-hairline">
        {plan.products.slice(0, MOST_NAMED).map(({ id, name, outcome, isChanged }) => (
          <li key={id} className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 px-1 py-1">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <Status tone={toneOf(outcome, isChanged)}>{happens({ outcome, isChanged, mode, conflict, isDone })}</Status>
          </li>
        ))}
      </ul>
      {plan.products.length > MOST_NAMED ? <p className="text-ink-2">And {plan.products.length - MOST_NAMED} more.</p> : null}
    </>
  );
}

interface Happening extends Pick<PlanAnswer, "mode" | "conflict"> {
  readonly outcome: Outcome;
  readonly isChanged: boolean;
  readonly isDone: boolean;
}

function happens({ outcome, isChanged, mode, conflict, isDone }: Happening): string {
  const done = mode === "link" ? "linked" : "copied";
  if (!isChanged) return outcome === "conflict" ? "Its own version stays" : `Already ${done}`;
  const changed = conflict === "replace" ? "replaced" : "updated";
  const verb = outcome === "new" ? done : changed;
  return isDone ? capitalised(verb) : `Will be ${verb}`;
}

interface RadiosProps {
  readonly name: string;
  readonly title: string;
  readonly choices: readonly { readonly value: string; readonly label: string; readonly hint: string }[];
  readonly chosen: string;
  readonly onChange: () => void;
}

function Radios({ name, title, choices, chosen, onChange }: RadiosProps) {
  return (
    <fieldset className="grid gap-1">
      <legend className="rule mb-2 w-full pb-1 font-display text-lg font-semibold">{title}</legend>
      {choices.map(({ value, label, hint }) => (
        <label key={value} className="flex min-h-11 items-start gap-3 py-1">
          <input
            type="radio"
            name={name}
            value={value}
            defaultChecked={value === chosen}
            onChange={onChange}
            className="mt-0.5 size-5 shrink-0 accent-primary"
          />
          <span>
            {label}
            {hint === "" ? null : <span className="block text-sm text-ink-2">{hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function toneOf(outcome: Outcome, isChanged: boolean) {
  if (isChanged) return "on";
  return outcome === "conflict" ? "wait" : "off";
}
