import { PencilIcon } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { ChoiceChips } from "#app/checkout/ui/staff/choice-chips.tsx";
import { withLine, type EnteredLine, type EnteredOrder } from "#app/checkout/ui/staff/entered-order.ts";
import { MenuPanel } from "#app/checkout/ui/staff/menu-panel.tsx";
import type { MenuProduct, NewOrderPage } from "#app/checkout/ui/staff/new-order-view.ts";
import { OptionsDialog } from "#app/checkout/ui/staff/options-dialog.tsx";
import { RetryNote } from "#app/checkout/ui/staff/retry-note.tsx";
import { AddressFields, SlotFields } from "#app/checkout/ui/staff/terms-panel.tsx";
import { usePrice } from "#app/checkout/ui/staff/use-new-order.ts";
import { Button, ButtonLink } from "#app/kit/button.tsx";
import { announce } from "#app/kit/focus/announcer.tsx";
import { Fold } from "#app/kit/fold.tsx";
import { LeaveQuestion } from "#app/kit/forms/leave-question.tsx";
import { keyed } from "#app/kit/keyed.ts";
import { QuantityStepper } from "#app/kit/quantity-stepper.tsx";
import { LineChoices } from "#app/orders/ui/staff/line-quantity.tsx";
import type { StaffOrderDetail } from "#app/orders/ui/staff/detail/staff-order-detail.ts";
import { MAX_QUANTITY } from "#app/values/limits.ts";
import { ChangePreview } from "./change-preview.tsx";
import { unitsLeft, type ChangeDraft } from "./change-draft.ts";
import { useChange } from "./use-change.ts";

interface ChangeOrderProps {
  readonly order: StaffOrderDetail;
  /** Warns about another unsent text of the page; "" = there is none. A page has one leave question. */
  readonly unsent: string;
}

/** The editor of an order: lines, time and address, and a preview of the change. */
export function ChangeOrder({ order, unsent }: ChangeOrderProps) {
  const entry = useChange(order);
  const { draft, change } = entry;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const enter = (changes: Partial<EnteredOrder>) => change({ entered: { ...draft.entered, ...changes } });
  const [asked, setAsked] = useState<Asked | null>(null);
  const { lines } = draft.entered;
  /** Replaces the new line `at`; null: adds a line. */
  const setLine = (line: EnteredLine, at: number | null) => {
    const others = at === null ? lines : lines.toSpliced(at, 1);
    enter({ lines: withLine({ ...draft.entered, lines: others }, line).lines });
    announce(`${line.name} ${at === null ? "added" : "changed"}`);
  };
  const lost = [entry.isUnsaved ? "The change of this order is not saved yet." : "", unsent].join(" ").trim();
  const isLinesFixed = order.status === "ready";
  return (
    <section aria-labelledby="change-title">
      <LeaveQuestion isDirty={lost !== ""} text={lost} />
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="change-title" ref={heading} tabIndex={-1} className="text-xl">
          Change {order.number}
        </h2>
        <ButtonLink look="outline" size="desk" className="min-h-11 lg:min-h-10" to={`/admin/orders/${order.id}`}>
          Leave it as it is
        </ButtonLink>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(18rem,24rem)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {isLinesFixed ? null : <Lines order={order} draft={draft} onChange={change} onEnter={enter} onAsk={setAsked} />}
          {isLinesFixed ? null : <AddItems onAdd={(line) => setLine(line, null)} onAsk={setAsked} />}
          {isLinesFixed ? null : <OtherTime draft={draft} onChange={change} onEnter={enter} />}
          {order.fulfillment === "delivery" ? <OtherAddress draft={draft} isOpen={isLinesFixed} onChange={change} /> : null}
        </div>
        <ChangePreview order={order} entry={entry} />
      </div>
      {asked === null ? null : (
        <OptionsDialog
          asked={{ ...asked, line: asked.at === null ? null : (lines[asked.at] ?? null) }}
          onDone={(line) => setLine(line, asked.at)}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  );
}

/** A product whose options are being chosen: of a new line, or from the menu. */
interface Asked {
  readonly productId: number;
  /** The index of the new line; null: a line is added. */
  readonly at: number | null;
  /** The options of the scanned variant. */
  readonly optionIds: readonly number[];
}

interface PartProps {
  readonly draft: ChangeDraft;
  readonly onChange: (changes: Partial<ChangeDraft>) => void;
  readonly onEnter: (changes: Partial<EnteredOrder>) => void;
}

interface LinesProps extends PartProps {
  readonly order: StaffOrderDetail;
  readonly onAsk: (asked: Asked) => void;
}

function Lines({ order, draft, onChange, onEnter, onAsk }: LinesProps) {
  const { lines } = draft.entered;
  return (
    <ul aria-label="Items" className="grid">
      {order.lines
        .filter((line) => unitsLeft(line) > 0)
        .map((line) => {
          const units = draft.units[line.id] ?? 0;
          return (
            <li key={line.id} className="flex items-center justify-between gap-3 border-b border-hairline py-2">
              <span className="min-w-0 wrap-anywhere">
                {units === 0 ? <s>{line.name}</s> : line.name}
                {line.isFreeItem ? " (free)" : ""}
                <LineChoices line={line} />
              </span>
              <QuantityStepper
                name={`units:${line.id}`}
                label={line.name}
                value={units}
                min={0}
                max={line.isFreeItem || isWeighed(line) ? unitsLeft(line) : MAX_QUANTITY}
                onChange={(quantity) => onChange({ units: { ...draft.units, [line.id]: quantity } })}
              />
            </li>
          );
        })}
      {keyed(lines, ({ productId }) => `new ${productId}`).map(({ key, item }, index) => (
        <li key={key} className="flex items-center gap-3 border-b border-hairline py-2">
          <span className="mr-auto min-w-0 wrap-anywhere">
            <strong>New:</strong> {item.name}
            {item.details === "" ? null : <span className="block text-sm text-ink-2">{item.details}</span>}
            {item.note === "" ? null : <span className="block text-sm text-ink-2">Note: {item.note}</span>}
          </span>
          <Button
            look="quiet"
            size="icon"
            aria-label={`Choices and note of new ${item.name}`}
            title="Choices and note"
            onClick={() => onAsk({ productId: item.productId, at: index, optionIds: [] })}
          >
            <PencilIcon aria-hidden className="size-5" />
          </Button>
          <QuantityStepper
            name={`new:${index}`}
            label={`New ${item.name}`}
            value={item.quantity}
            text={item.stepTexts?.[item.quantity]}
            min={0}
            max={MAX_QUANTITY}
            onChange={(quantity) =>
              onEnter({ lines: quantity === 0 ? lines.toSpliced(index, 1) : lines.with(index, { ...item, quantity }) })
            }
          />
        </li>
      ))}
    </ul>
  );
}

/** Whether a line is sold by weight: more of it needs another line. */
function isWeighed({ options }: StaffOrderDetail["lines"][number]): boolean {
  return options.some(({ optionId }) => optionId === 0);
}

interface AddItemsProps {
  readonly onAdd: (line: EnteredLine) => void;
  readonly onAsk: (asked: Asked) => void;
}

/** The menu is loaded when it is opened. */
function AddItems({ onAdd, onAsk }: AddItemsProps) {
  const page = useFetcher<NewOrderPage>({ key: "change-menu" });
  const pick = (product: MenuProduct, optionIds: readonly number[]) => {
    if (product.hasRequiredChoices || optionIds.length > 0) return onAsk({ productId: product.id, at: null, optionIds });
    onAdd({ productId: product.id, name: product.name, details: "", quantity: 1, choices: [], note: "" });
  };
  return (
    <div>
      {page.data === undefined ? (
        <Button look="outline" onClick={() => void page.load("/admin/orders/new")}>
          Add items…
        </Button>
      ) : null}
      {page.data?.part === "page" ? <MenuPanel page={page.data} isFocused onProduct={pick} /> : null}
    </div>
  );
}

function OtherTime({ draft, onChange, onEnter }: PartProps) {
  return (
    <Fold title="Another time…">
      <div className="mt-2 grid gap-3">
        <ChoiceChips
          legend="When"
          choices={[
            { value: "keep", label: "As it is" },
            { value: "asap", label: "As soon as possible" },
            { value: "later", label: "At a time" },
          ]}
          value={draft.when}
          onChoose={(when) => onChange({ when })}
        />
        {draft.when === "later" ? <Times draft={draft} onEnter={onEnter} /> : null}
      </div>
    </Fold>
  );
}

function Times({ draft, onEnter }: Omit<PartProps, "onChange">) {
  const [day, setDay] = useState("");
  const { priced, problem, again } = usePrice({ ...draft.entered, lines: [] }, day, "/admin/orders/new");
  return (
    <>
      <RetryNote problem={problem} label="Show the times" onRetry={again} />
      <SlotFields
        requestedFor={draft.entered.requestedFor}
        priced={priced}
        onTime={(requestedFor) => onEnter({ requestedFor })}
        onDay={setDay}
      />
    </>
  );
}

interface OtherAddressProps extends Omit<PartProps, "onEnter"> {
  readonly isOpen: boolean;
}

function OtherAddress({ draft, isOpen, onChange }: OtherAddressProps) {
  return (
    <Fold title="Another address…" open={isOpen}>
      <div className="mt-2">
        <AddressFields
          order={draft.entered}
          errors={{ postal_code: "" }}
          onChange={(changes) => onChange({ isMoved: true, entered: { ...draft.entered, ...changes } })}
        />
      </div>
    </Fold>
  );
}
