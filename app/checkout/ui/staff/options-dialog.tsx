import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { chooseOption, writeText } from "#app/catalogue/domain/customization/choice-edits.ts";
import { choiceProblems, unitPrice } from "#app/catalogue/domain/customization/customization-choices.ts";
import { deadEndOptionIds, defaultChoices, visibleGroups, type Choice } from "#app/catalogue/domain/customization/customization.ts";
import { choiceText } from "#app/catalogue/domain/customization/line-title.ts";
import { groupAnchor, OptionGroup } from "#app/catalogue/ui/choices/option-group.tsx";
import { optionPrice } from "#app/catalogue/ui/choices/option-price.ts";
import { Button } from "#app/kit/button.tsx";
import { Announcer } from "#app/kit/focus/announcer.tsx";
import { useChangeAnnouncement } from "#app/kit/focus/use-change-announcement.ts";
import { TextField } from "#app/kit/forms/field.tsx";
import { QuantityStepper } from "#app/kit/quantity-stepper.tsx";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { MAX_NOTE_LENGTH, MAX_QUANTITY } from "#app/values/limits.ts";
import { formatMoney, type MoneyFormat } from "#app/values/money.ts";
import type { EnteredLine } from "./entered-order.ts";
import type { AskedProduct, ProductPart, UnreadPart } from "./new-order-view.ts";

interface OptionsDialogProps {
  /** The product, and the existing line if it is edited. */
  readonly asked: { readonly productId: number; readonly line: EnteredLine | null; readonly optionIds: readonly number[] };
  readonly onDone: (line: EnteredLine) => void;
  readonly onClose: () => void;
}

/** The product's options with the rules of its shop page. */
export function OptionsDialog({ asked, onDone, onClose }: OptionsDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const fetcher = useFetcher<ProductPart | UnreadPart>({ key: "ask-product" });
  const open = useEffectEvent(() => {
    dialog.current?.showModal();
    void fetcher.load(`/admin/orders/new?part=product&id=${asked.productId}`);
  });
  useEffect(() => open(), []);
  const found = fetcher.data?.part === "product" ? fetcher.data.product : undefined;
  const product = found?.id === asked.productId ? found : undefined;
  const close = () => dialog.current?.close();
  return (
    <dialog
      ref={dialog}
      aria-labelledby="options-title"
      onClose={onClose}
      className="m-auto max-h-[calc(100dvh-1rem)] w-[min(34rem,calc(100vw-1rem))] overflow-y-auto rounded border border-hairline bg-surface p-4 text-ink shadow-float backdrop:bg-ink/40 sm:p-6"
    >
      <h2 id="options-title" tabIndex={-1} className="mb-4 text-xl wrap-anywhere">
        {product?.name ?? asked.line?.name ?? "Product"}
      </h2>
      {product === undefined ? (
        <>
          <p role="status">{found === null ? "This product is gone." : ""}</p>
          <Button look="outline" onClick={close}>
            Close
          </Button>
        </>
      ) : (
        <Questions
          key={product.id}
          product={product}
          line={asked.line}
          optionIds={asked.optionIds}
          onCancel={close}
          onDone={(line) => {
            onDone(line);
            close();
          }}
        />
      )}
      <Announcer />
    </dialog>
  );
}

interface QuestionsProps {
  readonly product: AskedProduct;
  readonly line: EnteredLine | null;
  readonly optionIds: readonly number[];
  readonly onDone: (line: EnteredLine) => void;
  readonly onCancel: () => void;
}

function Questions({ product, line, optionIds, onDone, onCancel }: QuestionsProps) {
  const format = useMoneyFormat();
  const { groups, weights, least = 1 } = product;
  const [choices, setChoices] = useState(() => line?.choices ?? choicesWith(groups, optionIds));
  const [quantity, setQuantity] = useState(Math.max(least, line?.quantity ?? 1));
  const [note, setNote] = useState(line?.note ?? "");
  const [isAsked, setAsked] = useState(false);
  const problems = choiceProblems(groups, choices);
  const [first] = problems;
  const weight = weights?.[quantity];
  const total = totalWords(product, choices, quantity, format);
  useChangeAnnouncement(total, `Price now ${total}`);
  const submit = () => {
    setAsked(true);
    if (first !== undefined) return focusGroup(first.templateId);
    const { id: productId, name } = product;
    const stepTexts = weights?.map(({ text }) => text);
    onDone({ productId, name, details: detailsOf(product, choices), quantity, choices, note: note.trim(), stepTexts, least });
  };
  return (
    <div className="grid gap-5">
      {visibleGroups(groups, choices).map((group) => (
        <OptionGroup
          key={group.id}
          group={group}
          choices={choices}
          blockedIds={deadEndOptionIds(groups)}
          priceOf={(option) => optionPrice(groups, choices, group, option)}
          problem={problems.find((each) => each.templateId === group.id && (isAsked || each.code === "too-many"))?.message ?? null}
          onChoose={(of, optionId, units) => setChoices((all) => chooseOption(groups, all, of, optionId, units))}
          onWrite={(of, text) => setChoices((all) => writeText(all, of, text))}
        />
      ))}
      <TextField
        name="line-note"
        label="Note for the kitchen"
        optional
        maxLength={MAX_NOTE_LENGTH}
        value={note}
        onChange={({ target: { value } }) => setNote(value)}
      />
      <div className="flex flex-wrap items-center gap-3">
        <QuantityStepper
          name="line-quantity"
          label="Quantity"
          value={quantity}
          text={weight?.text}
          min={least}
          max={weights === undefined ? MAX_QUANTITY : weights.length - 1}
          onChange={setQuantity}
        />
        <Button className="figures grow" onClick={submit}>
          {line === null ? "Add" : "Change"} · {total}
        </Button>
        <Button look="outline" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

function totalWords(
  { basePrice, groups, weights }: AskedProduct,
  choices: readonly Choice[],
  quantity: number,
  format: MoneyFormat,
): string {
  const price = unitPrice(basePrice, groups, choices);
  const weight = weights?.[quantity];
  if (weight === undefined) return formatMoney(price * quantity, format);
  // Surcharges of a product by weight count once.
  return `${weight.text} · about ${formatMoney(Math.max(0, weight.price + price - basePrice), format)}`;
}

/** The defaults, with these options chosen instead of others. */
function choicesWith(groups: AskedProduct["groups"], optionIds: readonly number[]): readonly Choice[] {
  return groups.reduce((choices, group) => {
    const codedOptions = group.options.filter(({ id, soldOut }) => optionIds.includes(id) && !soldOut);
    return codedOptions.reduce((all, { id }) => chooseOption(groups, all, group, id, 1), choices);
  }, defaultChoices(groups));
}

function detailsOf({ groups }: AskedProduct, choices: readonly Choice[]): string {
  return choices
    .map(({ templateId, optionId, quantity, text }) => {
      const option = groups.find(({ id }) => id === templateId)?.options.find(({ id }) => id === optionId);
      return choiceText({ optionId, name: option?.name ?? text ?? "", quantity });
    })
    .filter((words) => words !== "“”")
    .join(", ");
}

function focusGroup(templateId: number | null): void {
  const group = templateId === null ? null : document.getElementById(groupAnchor(templateId));
  group?.scrollIntoView({ block: "start" });
  group?.querySelector<HTMLElement>("input:enabled, button:enabled, textarea")?.focus({ preventScroll: true });
}
