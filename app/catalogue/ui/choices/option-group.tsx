import * as texts from "#texts/catalogue/choices.ts";
import type { ReactNode } from "react";
import { isFull, unitsIn } from "#app/catalogue/domain/customization/choice-edits.ts";
import { textField } from "#app/catalogue/domain/customization/choice-fields.ts";
import { DEFAULT_TEXT_LENGTH } from "#app/catalogue/domain/customization/customization-choices.ts";
import { maxUnits, type Choice, type CustomizationTemplate } from "#app/catalogue/domain/customization/customization.ts";
import { CountedText } from "#app/kit/counted-text.tsx";
import { groupRule } from "./group-rule.ts";
import { OptionRow, type OptionRowProps } from "./option-row.tsx";

export interface OptionGroupProps extends Omit<OptionRowProps, "option" | "isSoldOut"> {
  /** Unavailable options besides sold-out ones: the groups that they show cannot be filled. */
  readonly blockedIds: ReadonlySet<number>;
  /** The error of the group; null = none, or not validated yet. */
  readonly problem: string | null;
  readonly onWrite: (group: CustomizationTemplate, text: string) => void;
}

/** The anchor for links to a group's problem. */
export function groupAnchor(templateId: number): string {
  return `group-${templateId}`;
}

/** One question about the product: title, rule, options. Screen readers announce the rule and the error with the group's name. */
export function OptionGroup(props: OptionGroupProps) {
  const { group, choices, problem, onWrite } = props;
  const id = groupAnchor(group.id);
  const describedBy = [`${id}-rule`, group.help === "" ? null : `${id}-help`, problem === null ? null : `${id}-problem`]
    .filter((part) => part !== null)
    .join(" ");
  if (group.kind === "text") {
    const text = choices.find((choice) => choice.templateId === group.id)?.text ?? "";
    return (
      <div id={id} className={`scroll-mt-24 ${PROBLEM_EDGE[problem === null ? "none" : "some"]}`}>
        <GroupHead group={group} problem={problem} labelFor={`${id}-text`} />
        <div className="mt-3">
          <CountedText
            id={`${id}-text`}
            name={textField(group.id)}
            value={text}
            maxLength={group.maxLength ?? DEFAULT_TEXT_LENGTH}
            describedBy={describedBy}
            isWrong={problem !== null}
            onChange={(next) => onWrite(group, next)}
          />
        </div>
      </div>
    );
  }
  const isRadio = group.kind === "single";
  return (
    <fieldset
      id={id}
      role={isRadio ? "radiogroup" : undefined}
      aria-describedby={describedBy}
      aria-required={isRadio && group.minSelect > 0 ? true : undefined}
      aria-invalid={isRadio && problem !== null ? true : undefined}
      className={`min-w-0 scroll-mt-24 ${PROBLEM_EDGE[problem === null ? "none" : "some"]}`}
    >
      <legend className="sr-only">{group.title}</legend>
      <GroupHead group={group} problem={problem} chosen={chosenText(group, choices)} isFull={isFull(group, choices)} />
      <ul className="mt-2 grid">
        {group.options
          .filter((option) => !option.hidden)
          .map((option) => (
            <OptionRow key={option.id} {...props} option={option} isSoldOut={option.soldOut || props.blockedIds.has(option.id)} />
          ))}
      </ul>
    </fieldset>
  );
}

const PROBLEM_EDGE = { none: "", some: "-ml-4 border-l-4 border-beet pl-3" } as const;

function GroupHead({
  group,
  problem,
  chosen = null,
  isFull: isAtLimit = false,
  labelFor,
}: {
  group: CustomizationTemplate;
  problem: string | null;
  chosen?: string | null;
  isFull?: boolean;
  labelFor?: string;
}) {
  const id = groupAnchor(group.id);
  const isRequired = group.minSelect > 0;
  const title: ReactNode =
    labelFor === undefined ? <span aria-hidden>{group.title}</span> : <label htmlFor={labelFor}>{group.title}</label>;
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-display text-lg leading-snug font-semibold tracking-tight">{title}</span>
        {chosen === null ? null : <span className="figures shrink-0 text-sm text-ink-2">{chosen}</span>}
        {chosen === null && isRequired ? <span className="shrink-0 text-xs font-semibold text-primary">{texts.required}</span> : null}
      </div>
      <p id={`${id}-rule`} className="text-sm text-ink-2">
        {isAtLimit ? texts.whenFull(groupRule(group)) : groupRule(group)}
        {isRequired && chosen !== null ? <span className="font-semibold text-primary"> · {texts.required}</span> : null}
      </p>
      {group.help === "" ? null : (
        <p id={`${id}-help`} className="text-sm text-ink-2">
          {group.help}
        </p>
      )}
      {problem === null ? null : (
        <p id={`${id}-problem`} className="mt-1 font-semibold text-beet">
          {problem}
        </p>
      )}
    </>
  );
}

/** "2 of 6" if more than one may be chosen. */
function chosenText(group: CustomizationTemplate, choices: readonly Choice[]): string | null {
  if (group.kind === "single") return null;
  const chosen = unitsIn(choices, group.id);
  const max = maxUnits(group);
  if (max === null) return chosen === 0 ? null : texts.chosen(chosen);
  return texts.chosenOf(chosen, max);
}
