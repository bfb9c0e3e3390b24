import * as texts from "#texts/cart/lines.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { useId, useRef, useState } from "react";
import { Link } from "react-router";
import type { CartProblem } from "#app/cart/domain/cart.ts";
import { MAX_NOTE_LENGTH } from "#app/values/limits.ts";
import { formatMoney } from "#app/values/money.ts";
import { Button } from "#app/kit/button.tsx";
import { spoken } from "#app/cart/ui/spoken.tsx";
import { TEXT_BUTTON } from "#app/kit/text-button.ts";
import { CartForm } from "#app/cart/ui/cart-form.tsx";
import { GiftPicker } from "./gift-picker.tsx";
import { LinePicture } from "./line-picture.tsx";
import { OptionList } from "./option-list.tsx";
import { ProblemNote } from "#app/kit/problem-note.tsx";
import { QuantityForm } from "./quantity-form.tsx";
import { RemoveForm } from "./remove-form.tsx";
import { useCartFetcher } from "#app/cart/ui/use-cart-fetcher.ts";
import type { FreeItem } from "#app/promotions/domain/promotion.ts";
import type { PricedLine } from "#app/cart/domain/pricing/priced-cart.ts";
import { useAnswer } from "#app/kit/hooks/use-answer.ts";
import { lineTitle } from "#app/catalogue/domain/customization/line-title.ts";

interface CartLineProps {
  readonly line: PricedLine;
  readonly problems: readonly CartProblem[];
  /** Titles of promotions with a discount on this line. */
  readonly promotions: readonly string[];
  /** The alternatives of a free line. */
  readonly gift: FreeItem | undefined;
}

/** A cart line: picture, name, choices, list price, discount and actions. */
export function CartLine({ line, problems, promotions, gift }: CartLineProps) {
  const format = useMoneyFormat();
  return (
    <li
      data-line={line.id}
      className="grid grid-cols-[64px_1fr] gap-x-[16px] gap-y-3 border-b border-hairline py-5 last:border-0 sm:grid-cols-[88px_1fr] has-[[data-remove][aria-disabled=true]]:opacity-50"
    >
      <LinePicture name={line.name} url={line.imageUrl} />
      <div className="min-w-0">
        <div className="priced">
          <h2 className="font-sans text-base font-semibold tracking-normal">
            {line.isFreeItem ? (
              <>
                {line.quantity > 1 ? `${line.quantity} × ` : ""}
                {line.name}
              </>
            ) : (
              <Link to={`/products/${line.productId}`} className="-my-3 inline-block py-3 underline-offset-2 hover:underline">
                {line.name}
              </Link>
            )}
          </h2>
          <span aria-hidden className="leader" />
          <span className="figures font-semibold">{formatMoney(line.lineTotal, format)}</span>
        </div>
        <OptionList selected={line.selected} />
        {line.note === "" ? null : <p className="mt-1 text-sm text-ink-2 italic">{texts.note(line.note)}</p>}
        {line.isPickupOnly ? <p className="mt-1 text-sm font-semibold">{texts.pickupOnly}</p> : null}
        {line.quantity > 1 ? <p className="figures mt-1 text-sm text-ink-2">{texts.each(formatMoney(line.unitPrice, format))}</p> : null}
        {line.discount === 0 ? null : (
          <p className="priced mt-1 text-sm font-semibold text-leaf">
            <span>{promotions.length === 0 ? texts.discount : promotions.join(", ")}</span>
            <span aria-hidden className="leader" />
            <span className="figures whitespace-nowrap">−{formatMoney(line.discount, format)}</span>
          </p>
        )}
        {line.isFreeItem ? (
          <p className="mt-1 text-sm text-ink-2">
            {gift?.insteadOf === undefined ? texts.addedForFree : texts.freeInstead(gift.insteadOf)}
          </p>
        ) : null}
        {gift === undefined ? null : <GiftPicker gift={gift} />}
        <div className="mt-2 grid gap-2 empty:hidden">
          {problems.map((problem) => (
            <ProblemNote key={problem.message} blocks={problem.blocks}>
              {problem.message}
            </ProblemNote>
          ))}
        </div>
      </div>
      {line.isFreeItem ? null : <LineActions line={line} />}
    </li>
  );
}

function LineActions({ line }: Pick<CartLineProps, "line">) {
  const title = lineTitle({ ...line, options: line.selected });
  return (
    <div className="col-span-2 grid gap-1 sm:col-span-1 sm:col-start-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <QuantityForm
          itemId={line.id}
          name={title}
          quantity={line.weight?.steps ?? line.quantity}
          maxQuantity={line.maxQuantity}
          texts={line.stepTexts}
        />
        {line.choices.length === 0 ? null : (
          <Link to={`/products/${line.productId}?item=${line.id}`} className={TEXT_BUTTON}>
            {spoken(texts.edit(title))}
          </Link>
        )}
        <RemoveForm itemId={line.id} title={title} />
      </div>
      <NoteForm line={line} />
    </div>
  );
}

/** The collapsed note for the kitchen. */
function NoteForm({ line }: { readonly line: PricedLine }) {
  const fetcher = useCartFetcher();
  const title = lineTitle({ ...line, options: line.selected, note: "" });
  const id = useId();
  const details = useRef<HTMLDetailsElement>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  useAnswer(fetcher, (answer) => {
    setRefusal(answer.ok ? null : answer.message);
    if (answer.ok && details.current !== null) details.current.open = false;
  });
  return (
    <details ref={details} className="group">
      <summary className="inline-flex min-h-11 cursor-pointer list-none items-center text-sm text-ink-2 underline underline-offset-2">
        {spoken((line.note === "" ? texts.addNote : texts.changeNote)(title))}
      </summary>
      <CartForm fetcher={fetcher} intent="note" fields={{ itemId: line.id }} className="mt-1 grid gap-2" onSubmit={() => setRefusal(null)}>
        <label htmlFor={id} className="sr-only">
          {texts.noteFor(title)}
        </label>
        <textarea
          id={id}
          name="note"
          defaultValue={line.note}
          maxLength={MAX_NOTE_LENGTH}
          rows={2}
          aria-describedby={`${id}-hint`}
          className="control w-full py-2"
        />
        <p id={`${id}-hint`} className="text-sm text-ink-2">
          {texts.noteHint}
        </p>
        <p role="alert" className="text-sm font-semibold text-beet empty:hidden">
          {refusal}
        </p>
        <Button type="submit" look="outline" className="justify-self-start">
          {texts.saveNote}
        </Button>
      </CartForm>
    </details>
  );
}
