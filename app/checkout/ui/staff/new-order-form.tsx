import { useEffect, useEffectEvent, useRef, useState } from "react";
import { href } from "react-router";
import { Button, ButtonLink } from "#app/kit/button.tsx";
import { ConfirmDialog } from "#app/kit/confirm.tsx";
import { announce } from "#app/kit/focus/announcer.tsx";
import { FieldErrorsContext } from "#app/kit/forms/field.tsx";
import { useLeaveGuard } from "#app/kit/hooks/use-leave-guard.ts";
import { ProblemNote } from "#app/kit/problem-note.tsx";
import { SectionTitle } from "#app/kit/section-title.tsx";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { STAFF_SOURCES, sourceLabel } from "#app/orders/domain/taken-order.ts";
import { formatMoney, type MoneyFormat } from "#app/values/money.ts";
import { ChoiceChips } from "./choice-chips.tsx";
import { CustomerPanel } from "./customer-panel.tsx";
import { withCustomer, withLine, withOrderAgain, type EnteredLine, type EnteredOrder } from "./entered-order.ts";
import { LinesPanel } from "./lines-panel.tsx";
import { MenuPanel } from "./menu-panel.tsx";
import type { EnteredAnswer, FirstOrder, MenuProduct, NewOrderPage, RefusedOrder } from "./new-order-view.ts";
import { OptionsDialog } from "./options-dialog.tsx";
import { Placed } from "./placed-order.tsx";
import { RetryNote } from "./retry-note.tsx";
import { TermsPanel } from "./terms-panel.tsx";
import { useNewOrder } from "./use-new-order.ts";

/** The order whose customer, address and time apply. */
function FirstOrderPanel({ first }: { readonly first: FirstOrder }) {
  const where = first.fulfillment === "delivery" ? `Delivery to ${first.address}` : "Pickup";
  return (
    <section aria-labelledby="first-order-title" className="grid gap-1">
      <SectionTitle id="first-order-title" title={`Goes with ${first.number}`} />
      <p>
        <strong>{first.contact.name}</strong> {first.contact.phone}
      </p>
      <p>
        {where} · {first.time === "" ? "as soon as possible" : first.time}
      </p>
      <p className="text-ink-2">It is made and handed over with that order, without its own delivery fee and minimum.</p>
      {first.refusal === "" ? null : <ProblemNote blocks>{first.refusal}</ProblemNote>}
      <ButtonLink look="outline" className="justify-self-start" to={href("/admin/orders/:id", { id: first.id })}>
        Open {first.number}
      </ButtonLink>
    </section>
  );
}

interface Asked {
  readonly productId: number;
  /** The index of the edited line; null: a new line. */
  readonly at: number | null;
  /** The options of a scanned variant, chosen initially. */
  readonly optionIds: readonly number[];
}

/** An order by telephone or at the counter: customer and menu, and next to them the order. */
export function NewOrderForm({ page, lines }: { readonly page: NewOrderPage; readonly lines: readonly EnteredLine[] }) {
  const entry = useNewOrder(page, lines);
  const { order, change, priced } = entry;
  const [asked, setAsked] = useState<Asked | null>(null);
  const leaving = useLeaveGuard(order.lines.length > 0);
  const patch = (changes: Partial<EnteredOrder>) => change((before) => ({ ...before, ...changes }));
  const pick = (product: MenuProduct, optionIds: readonly number[]) => {
    if (product.hasRequiredChoices || optionIds.length > 0) return setAsked({ productId: product.id, at: null, optionIds });
    change((before) => withLine(before, { productId: product.id, name: product.name, details: "", quantity: 1, choices: [], note: "" }));
    announce(`${product.name} added`);
  };
  const done = (line: EnteredLine) => {
    const at = asked?.at ?? null;
    change((before) => (at === null ? withLine(before, line) : withLine({ ...before, lines: before.lines.toSpliced(at, 1) }, line)));
    announce(`${line.name} ${at === null ? "added" : "changed"}`);
  };
  const errors = entry.refusal?.errors ?? entry.pricingErrors;
  return (
    <FieldErrorsContext value={Object.fromEntries(Object.entries(errors).map(([name, message]) => [name, [message]]))}>
      <noscript>
        <p>New orders need JavaScript.</p>
      </noscript>
      <Placed placed={entry.placed} />
      <Entered
        entered={entry.entered}
        onNew={() => {
          entry.begin();
          document.querySelector<HTMLElement>("main input[name=phone]")?.focus();
        }}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-8 md:grid-cols-[minmax(0,1fr)_minmax(19rem,24rem)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
          {page.first === null ? (
            <CustomerPanel
              order={order}
              onContact={(contact) => patch({ contact })}
              onCustomer={(customer) => change((before) => withCustomer(before, customer, page))}
              onAgain={(again) => change((before) => withOrderAgain(before, again, page))}
            />
          ) : (
            <FirstOrderPanel first={page.first} />
          )}
          <MenuPanel key={entry.key} page={page} onProduct={pick} />
        </div>
        {/* The frame does not scroll: its torn edge would cross the fields. */}
        <section aria-labelledby="order-title" className="ticket md:sticky md:top-18">
          <div className="grid content-start gap-5 p-4 md:max-h-[calc(100dvh-11rem)] md:overflow-y-auto">
            <SectionTitle id="order-title" title="Order" />
            <ChoiceChips
              legend="Taken"
              choices={STAFF_SOURCES.map((value) => ({ value, label: sourceLabel(value) }))}
              value={order.source}
              onChoose={(source) => patch({ source })}
            />
            <LinesPanel
              order={order}
              priced={priced}
              onLines={(lines) => patch({ lines })}
              onEdit={(at) => setAsked({ productId: order.lines[at]?.productId ?? 0, at, optionIds: [] })}
            />
            <TermsPanel page={page} order={order} priced={priced} errors={errors} onChange={patch} onDay={entry.setDay} />
          </div>
        </section>
      </div>
      <PlaceBar entry={entry} />
      {asked === null ? null : (
        <OptionsDialog
          asked={{
            productId: asked.productId,
            line: asked.at === null ? null : (order.lines[asked.at] ?? null),
            optionIds: asked.optionIds,
          }}
          onDone={done}
          onClose={() => setAsked(null)}
        />
      )}
      <ConfirmDialog
        isOpen={leaving.state === "blocked"}
        title="Leave this order?"
        text={`${entry.isInDoubt ? "It is not known whether it was placed" : "It is not placed"}, and what was entered is lost.`}
        yes="Leave"
        no="Stay"
        isDanger
        onYes={() => leaving.proceed?.()}
        onNo={() => leaving.reset?.()}
      />
    </FieldErrorsContext>
  );
}

/** Stays visible while the menu and the order scroll. */
function PlaceBar({ entry }: { readonly entry: ReturnType<typeof useNewOrder> }) {
  const format = useMoneyFormat();
  const { order, isPricing, isPlacing, refusal, pricingProblem } = entry;
  const isEmpty = order.lines.length === 0;
  return (
    <div className="sticky bottom-(--edge) z-10 -mx-4 mt-6 grid gap-2 border-t border-hairline bg-surface px-4 py-3 md:grid-cols-[minmax(0,1fr)_minmax(19rem,24rem)] md:gap-x-8">
      <div className="flex flex-wrap items-center gap-2">
        <Refusal refusal={refusal} />
        <RetryNote problem={pricingProblem} label="Update the price" onRetry={entry.priceAgain} />
      </div>
      <Button size="large" className="figures w-full" disabled={isEmpty || isPlacing || isPricing || !entry.canPlace} onClick={entry.place}>
        {placeLabel(entry, format)}
      </Button>
    </div>
  );
}

function placeLabel({ order, priced, isPricing, isPlacing, canPlace }: ReturnType<typeof useNewOrder>, format: MoneyFormat): string {
  if (isPlacing) return "Placing…";
  if (order.lines.length === 0 || priced === null || !canPlace) return "Place order";
  return isPricing ? "Pricing…" : `Place order · ${formatMoney(priced.totals.finalTotal, format)}`;
}

/** Why the order was refused; the focus goes to the field, or here. */
function Refusal({ refusal }: { readonly refusal: RefusedOrder | null }) {
  const notice = useRef<HTMLDivElement>(null);
  const show = useEffectEvent(() => {
    const [field] = document.querySelectorAll<HTMLElement>("#main [aria-invalid], main [aria-invalid]");
    (field ?? notice.current)?.focus();
  });
  useEffect(() => {
    if (refusal !== null) show();
  }, [refusal]);
  return refusal === null ? null : (
    <div ref={notice} tabIndex={-1}>
      <ProblemNote blocks>{refusal.message}</ProblemNote>
    </div>
  );
}

/** The response to the first submit was lost, and the form has changed since: the order exists with its first values. */
function Entered({ entered, onNew }: { readonly entered: EnteredAnswer | null; readonly onNew: () => void }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (entered === null) return;
    notice.current?.focus();
    notice.current?.scrollIntoView({ block: "center" });
  }, [entered]);
  if (entered === null) return null;
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded border-2 border-beet px-4 py-3">
      <div ref={notice} tabIndex={-1} className="grow text-lg font-semibold">
        {entered.message}
      </div>
      <ButtonLink look="outline" to={href("/admin/orders/:id", { id: entered.id })}>
        Open {entered.number === "" ? "the order" : entered.number}
      </ButtonLink>
      <Button look="outline" onClick={onNew}>
        New order
      </Button>
    </div>
  );
}
