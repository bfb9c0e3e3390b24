import * as texts from "#texts/cart/product-form.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { CircleAlertIcon, PlusIcon } from "lucide-react";
import { useNavigate, useRevalidator } from "react-router";
import { useChangeAnnouncement } from "#app/kit/focus/use-change-announcement.ts";
import { toast } from "#app/kit/toasts/toast.ts";
import { CHOICE_FIELD } from "#app/catalogue/domain/customization/choice-fields.ts";
import { MAX_NOTE_LENGTH, MAX_QUANTITY } from "#app/values/limits.ts";
import { formatMoney } from "#app/values/money.ts";
import { Button } from "#app/kit/button.tsx";
import { choiceFacts } from "#app/catalogue/ui/choices/choice-facts.ts";
import { CountedText } from "#app/kit/counted-text.tsx";
import { groupAnchor, OptionGroup } from "#app/catalogue/ui/choices/option-group.tsx";
import { optionPrice } from "#app/catalogue/ui/choices/option-price.ts";
import { QuantityStepper } from "#app/kit/quantity-stepper.tsx";
import { useProductOrder, type OpeningOrder, type OrderedProduct } from "./use-product-order.ts";
import { useCartForm } from "#app/cart/ui/use-cart-fetcher.ts";

interface ProductFormProps {
  readonly product: OrderedProduct & {
    readonly name: string;
    readonly allergens: readonly string[];
    readonly calories: number | null;
    readonly maxPerOrder: number | null;
    readonly least?: number;
    /** What the quantity counts: pieces, or steps of a weight. */
    readonly units: string;
  };
  readonly opening: OpeningOrder;
}

/**
 * The order form of a product with a sticky bar: quantity and a button with the total. The button is never disabled: it leads to the first missing
 * choice. Without JavaScript the form posts to the cart and returns with the choices if something is missing.
 */
export function ProductForm({ product, opening }: ProductFormProps) {
  const format = useMoneyFormat();
  const order = useProductOrder(product, opening);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const isUpdate = order.itemId !== null;
  // A text question replaces the general note, which the cart offers per line. An existing note stays visible, so that an update does not drop it.
  const hasNote = opening.note !== "" || order.visible.every((group) => group.kind !== "text");
  const { fetcher, isBusy, submitOnce } = useCartForm((answer) => {
    if (answer.ok) {
      if (isUpdate) void navigate("/cart");
    } else if (answer.problems.length > 0) {
      order.ask();
      focusGroup(answer.problems[0]?.templateId ?? null);
      toast.error(answer.message);
    } else {
      toast.error(answer.message);
      // The product's sales unit may have changed since the page was opened.
      void revalidate();
    }
  });
  const amount = formatMoney(order.total, format);
  const exact = order.weight ? texts.aboutTotal(amount) : amount;
  const total = product.saleEffect === null ? texts.beforeOffers(exact) : exact;
  useChangeAnnouncement(total, texts.totalNow(total));
  const [first] = order.problems;
  const firstProblem =
    order.visible.map((group) => order.problemOf(group.id)).find((sentence) => sentence !== null) ?? order.strangeProblem;

  return (
    <fetcher.Form
      method="post"
      action="/cart"
      aria-label={(isUpdate ? texts.change : texts.order)(product.name)}
      className="contents lg:block"
      onSubmit={(event) => {
        if (first === undefined) return submitOnce(event);
        event.preventDefault();
        order.ask();
        focusGroup(first.templateId);
      }}
    >
      <OrderFields productId={product.id} itemId={order.itemId} units={product.units} />
      <div className="ticket mt-8 px-4 pt-5 pb-6 sm:px-6 lg:mt-0">
        <div className="grid gap-6">
          <ChoiceGroups product={product} order={order} />
          {hasNote ? <NoteField order={order} isOpen={opening.note !== ""} /> : null}
          <AddedFacts product={product} facts={choiceFacts(product, product.groups, order.choices)} />
        </div>
      </div>
      <OrderBar
        problem={firstProblem}
        isUpdate={isUpdate}
        isBusy={isBusy}
        productId={product.id}
        total={total}
        quantity={order.quantity}
        text={order.weight}
        minQuantity={product.least ?? 1}
        maxQuantity={Math.min(MAX_QUANTITY, product.maxPerOrder ?? MAX_QUANTITY)}
        onQuantity={order.setQuantity}
      />
    </fetcher.Form>
  );
}

type ProductOrder = ReturnType<typeof useProductOrder>;

interface OrderFieldsProps {
  readonly productId: number;
  readonly itemId: string | null;
  readonly units: string;
}

function OrderFields({ productId, itemId, units }: OrderFieldsProps) {
  return (
    <>
      <input type="hidden" name="intent" value={itemId === null ? "add" : "update"} />
      <input type="hidden" name="productId" value={productId} />
      {/* Marks the form as answered, even when nothing is ticked. */}
      <input type="hidden" name={CHOICE_FIELD} value="" />
      {itemId === null ? <input type="hidden" name="seenUnits" value={units} /> : <input type="hidden" name="itemId" value={itemId} />}
    </>
  );
}

function ChoiceGroups({ product, order }: { readonly product: OrderedProduct; readonly order: ProductOrder }) {
  return order.visible.map((group, index) => (
    <div key={group.id} className={index === 0 ? "" : "cut pt-6"}>
      <OptionGroup
        group={group}
        choices={order.choices}
        blockedIds={order.blockedIds}
        priceOf={(option) => optionPrice(product.groups, order.choices, group, option)}
        problem={order.problemOf(group.id)}
        onChoose={order.choose}
        onWrite={order.write}
      />
    </div>
  ));
}

function NoteField({ order, isOpen }: { readonly order: ProductOrder; readonly isOpen: boolean }) {
  return (
    <details open={isOpen} className={`group ${order.visible.length === 0 ? "" : "cut pt-4"}`}>
      <summary className="flex min-h-11 list-none items-center gap-2 font-display text-lg font-semibold tracking-tight">
        <PlusIcon aria-hidden className="size-5 text-primary group-open:rotate-45" />
        {texts.addNote}
      </summary>
      <label htmlFor="note" className="sr-only">
        {texts.note}
      </label>
      <p id="note-hint" className="mb-3 text-sm text-ink-2">
        {texts.noteHint}
      </p>
      <CountedText id="note" name="note" value={order.note} maxLength={MAX_NOTE_LENGTH} describedBy="note-hint" onChange={order.setNote} />
    </details>
  );
}

function AddedFacts({ product, facts }: { product: { readonly calories: number | null }; facts: ReturnType<typeof choiceFacts> }) {
  const parts = [
    facts.addedAllergens.length === 0 ? null : texts.choicesAdd(facts.addedAllergens.join(", ")),
    facts.calories === null || facts.calories === product.calories ? null : texts.caloriesWithChoices(facts.calories),
  ].filter((part) => part !== null);
  return (
    <p role="status" className={parts.length === 0 ? "sr-only" : "cut figures pt-4 text-sm text-ink-2"}>
      {parts.join(" ")}
    </p>
  );
}

interface OrderBarProps {
  readonly problem: string | null;
  readonly isUpdate: boolean;
  readonly isBusy: boolean;
  readonly productId: number;
  readonly total: string;
  readonly quantity: number;
  /** The weight of the quantity. */
  readonly text: string | undefined;
  readonly minQuantity: number;
  readonly maxQuantity: number;
  readonly onQuantity: (quantity: number) => void;
}

function OrderBar({ problem, isUpdate, isBusy, productId, total, quantity, text, minQuantity, maxQuantity, onQuantity }: OrderBarProps) {
  // Shorter label for the narrowest phones.
  const [add, toOrder] = texts.addToOrder;
  const verb = isUpdate ? (
    texts.update
  ) : (
    <>
      {add}
      <span className="max-[359px]:sr-only">{toOrder}</span>
    </>
  );
  return (
    <div className="sticky bottom-(--edge) z-20 -mx-4 mt-8 border-t border-hairline bg-surface px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))] shadow-float lg:bottom-[calc(var(--edge)+16px)] lg:mx-0 lg:mt-6 lg:rounded lg:border lg:px-4 lg:pb-3">
      <p role="alert" className={problem === null ? "sr-only" : "mb-2 flex items-center gap-2 font-semibold text-beet"}>
        {problem === null ? null : (
          <>
            <CircleAlertIcon aria-hidden className="size-5 shrink-0" />
            {problem}
          </>
        )}
      </p>
      <div className="flex flex-wrap gap-3">
        <QuantityStepper
          name="quantity"
          label={texts.quantity}
          value={quantity}
          text={text}
          min={minQuantity}
          max={maxQuantity}
          onChange={onQuantity}
        />
        <Button type="submit" aria-disabled={isBusy} className="figures grow flex-wrap gap-y-0 max-[359px]:px-3">
          <span>{verb}</span>
          <span aria-hidden className="noscript:hidden">
            ·
          </span>
          <span className="noscript:hidden">{total}</span>
        </Button>
        <span className="hidden w-full noscript:block">
          <Button type="submit" look="outline" formMethod="get" formAction={`/products/${productId}`} className="w-full">
            {texts.showPrice(total)}
          </Button>
        </span>
      </div>
    </div>
  );
}

/** Scrolls to the group and focuses its first control, so that its label and error are read; never a number field, which opens the keyboard. */
function focusGroup(templateId: number | null): void {
  const group = templateId === null ? null : document.getElementById(groupAnchor(templateId));
  if (group === null) return;
  group.scrollIntoView({ block: "start" });
  group
    .querySelector<HTMLElement>("input:is([type=radio], [type=checkbox]):enabled, button:enabled, textarea")
    ?.focus({ preventScroll: true });
}
