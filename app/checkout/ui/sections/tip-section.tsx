import * as texts from "#texts/checkout/choices.ts";
import { fieldAmount } from "#app/values/money/money-input.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import type { TipChoice } from "#app/cart/domain/cart.ts";
import { currencyWords, formatMoney, formatPercentage, type Cents } from "#app/values/money.ts";
import { tipOf } from "#app/cart/domain/pricing/tip.ts";
import { TextField } from "#app/kit/forms/field.tsx";
import type { FormAnswer } from "#app/checkout/ui/form-answer.ts";
import { CHOICE_BOX, Section } from "./section.tsx";

interface TipSectionProps {
  readonly tip: TipChoice;
  readonly tipBase: Cents;
  readonly presets: readonly number[];
  /** The refused input of a plain form. */
  readonly typed: FormAnswer["typedTip"];
  readonly onChoice: () => void;
}

/** Tip choices with amounts; none is preselected. A custom amount counts once typed. */
export function TipSection({ tip, tipBase, presets, typed, onChoice }: TipSectionProps) {
  const format = useMoneyFormat();
  const chosen = typed?.tip ?? choiceOf(tip);
  return (
    <Section id="tip" title={texts.tip}>
      <fieldset className="group/tip">
        <legend className="sr-only">{texts.tip}</legend>
        <div className="flex flex-wrap gap-2">
          {[0, ...presets].map((percentage) => {
            const value = percentage === 0 ? "none" : String(percentage);
            return (
              <TipChoiceBox
                key={value}
                value={value}
                isChosen={chosen === value}
                onChoose={onChoice}
                title={percentage === 0 ? texts.noTip : formatPercentage(10_000 * percentage, format)}
                text={formatMoney(tipOf({ kind: "percentage", percentage }, tipBase), format)}
              />
            );
          })}
          <TipChoiceBox value="own" isChosen={chosen === "own"} title={texts.ownTip} text={texts.ownTipAmount} />
        </div>
        <div className="mt-3 hidden max-w-48 group-has-[input[value=own]:checked]/tip:block">
          <TextField
            name="tipAmount"
            label={texts.tipIn(currencyWords(format))}
            inputMode="decimal"
            autoComplete="off"
            placeholder={fieldAmount(0, format)}
            className="figures min-h-11"
            defaultValue={typed?.amount ?? (tip.kind === "fixed" ? fieldAmount(tip.amount, format) : "")}
          />
        </div>
      </fieldset>
    </Section>
  );
}

interface TipChoiceBoxProps {
  readonly value: string;
  readonly isChosen: boolean;
  /** Absent for a custom amount, which counts once it is typed. */
  readonly onChoose?: () => void;
  readonly title: string;
  readonly text: string;
}

function TipChoiceBox({ value, isChosen, onChoose, title, text }: TipChoiceBoxProps) {
  return (
    <label className={`grid min-h-13 min-w-fit flex-[1_0_3.75rem] place-content-center px-1 text-center leading-tight ${CHOICE_BOX}`}>
      <input type="radio" name="tip" value={value} defaultChecked={isChosen} onChange={onChoose} className="sr-only" />
      <span className="font-semibold">{title}</span>
      <span className="figures text-sm text-ink-2">{text}</span>
    </label>
  );
}

function choiceOf(tip: TipSectionProps["tip"]): string {
  if (tip.kind === "none") return tip.isChosen === true ? "none" : "";
  return tip.kind === "percentage" ? String(tip.percentage) : "own";
}
