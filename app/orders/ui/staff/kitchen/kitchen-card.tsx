import { testOrder } from "#texts/orders/test-order.ts";
import { LinkedOrders } from "#app/orders/ui/staff/linked-orders.tsx";
import { useShopClock } from "#app/kit/hooks/use-shop-clock.ts";
import { CustomerNote } from "#app/orders/ui/staff/customers/customer-link.tsx";
import { AlertTriangleIcon } from "lucide-react";
import { formatDue, promiseUrgency, type Urgency } from "#app/orders/domain/counter/order-pace.ts";
import { linesByStation, type StationOfProduct } from "#app/orders/domain/counter/kitchen-stations.ts";
import { preventClick } from "#app/kit/button.tsx";
import { useOrderForm, type OrderForm } from "#app/orders/ui/staff/forms/use-order-form.ts";
import { stepsForward, isCalledOff } from "#app/orders/ui/staff/board/next-steps.ts";
import { LineName, LineQuantity } from "#app/orders/ui/staff/line-quantity.tsx";
import { ToWeigh } from "#app/orders/ui/staff/kitchen-lines.tsx";
import { AnswerNotice } from "#app/orders/ui/staff/order-notices.tsx";
import { formatMoment } from "#app/orders/ui/staff/order-words.tsx";
import type { OrderFormAnswer, StaffOrder, StaffOrderLine } from "#app/orders/ui/staff/staff-order.ts";
import { keyed } from "#app/kit/keyed.ts";

interface KitchenCardProps {
  readonly order: StaffOrder;
  readonly stations: readonly string[];
  /** "" = the whole order. */
  readonly station: string;
  readonly stationOf: StationOfProduct;
  readonly done: readonly string[];
  /** The key of its step; null if none. */
  readonly keyNumber: number | null;
  readonly now: Date;
  readonly onAnswer: (order: StaffOrder, answer: OrderFormAnswer) => void;
}

const BARS: Readonly<Record<Urgency | "ready", string>> = {
  calm: "bg-[#1d56a6] text-white",
  soon: "bg-saffron text-[#14201b]",
  late: "bg-beet text-white",
  ready: "bg-[#1a7a46] text-white",
};

interface Bump {
  readonly intent: string;
  readonly label: string;
}

/** Form name and label of the tap action; null if none. */
export function bumpOf(order: StaffOrder, station: string): Bump | null {
  if (order.isSettling || isCalledOff(order)) return null;
  if (station !== "") return { intent: "station-done", label: `${station} done` };
  const [next] = stepsForward(order);
  return next === undefined ? null : { intent: next.event, label: next.label };
}

/** A kitchen card: a colour bar for time, large text, one tap to advance. */
export function KitchenCard({ order, stations, station, stationOf, done, keyNumber, now, onAnswer }: KitchenCardProps) {
  const form = useOrderForm(order.id, (answer) => onAnswer(order, answer));
  const bump = bumpOf(order, station);
  const groups = linesByStation(order.lines, stationOf, stations).filter((group) => station === "" || group.station === station);
  return (
    <article
      aria-labelledby={`kitchen-${order.id}`}
      className="flex min-w-0 flex-col overflow-hidden rounded border-2 border-hairline bg-surface text-ink"
    >
      <CardHeader order={order} now={now} />
      <div className="grow p-3">
        {order.allergyNote === "" ? null : (
          <p className="mb-3 rounded bg-beet px-3 py-2 text-xl font-bold text-white wrap-anywhere">
            <span className="tracking-wide uppercase">Allergy:</span> {order.allergyNote}
          </p>
        )}
        {groups.map((group) => (
          <div key={group.station} className="not-first:mt-3">
            {stations.length === 0 ? null : (
              <h4 className="mb-1 flex items-baseline gap-2 border-b-2 border-hairline font-sans text-base font-bold tracking-normal text-ink-2">
                {group.station} {done.includes(group.station) ? <span className="text-leaf">done</span> : null}
              </h4>
            )}
            <ul aria-label={group.station} className={done.includes(group.station) && station === "" ? "opacity-70" : ""}>
              {group.lines.map((line) => (
                <Line key={line.id} line={line} />
              ))}
            </ul>
          </div>
        ))}
        <LinkedOrders order={order} isPlain />
        {order.instructions === "" ? null : (
          <p className="mt-3 border-l-4 border-saffron bg-saffron-tint px-2 py-1 text-lg font-bold wrap-anywhere">{order.instructions}</p>
        )}
        <CustomerNote order={order} className="mt-3 text-lg" />
        <AnswerNotice answer={form.answer} isListed />
      </div>
      {bump === null ? (
        <Waiting order={order} />
      ) : (
        <BumpForm order={order} form={form} bump={bump} station={station} keyNumber={keyNumber} />
      )}
    </article>
  );
}

/** Why a card has no button; nothing if its next step is not the kitchen's. */
function Waiting({ order }: { readonly order: StaffOrder }) {
  const settling = order.isSettling ? "Waiting for the card provider." : null;
  const sentence = isCalledOff(order) ? "Refunded: not to be made." : settling;
  return sentence === null ? null : <p className="px-3 pb-3 font-semibold">{sentence}</p>;
}

function CardHeader({ order, now }: Pick<KitchenCardProps, "order" | "now">) {
  const clock = useShopClock();
  const isOpen = order.status === "accepted" || order.status === "preparing";
  const urgency = isOpen ? promiseUrgency(order.promisedAt, now) : "ready";
  return (
    <header className={`flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 ${BARS[urgency]}`}>
      <h3 id={`kitchen-${order.id}`} className="text-2xl leading-none whitespace-nowrap text-inherit">
        {order.number}
      </h3>
      <span className="font-semibold">{order.fulfillment === "delivery" ? "Delivery" : "Pickup"}</span>
      {order.isTestOrder ? <strong className="rounded-tag border-2 border-current px-1.5">{testOrder}</strong> : null}
      <span className="figures ml-auto text-right text-lg leading-tight font-bold">
        {order.promisedAt === null || !isOpen ? null : (
          <span className="inline-flex items-center gap-1">
            {urgency === "late" ? <AlertTriangleIcon aria-hidden className="size-5" /> : null}
            {formatDue(order.promisedAt, now)}
          </span>
        )}
        {order.promisedAt === null ? null : (
          <span className="block text-sm font-semibold">{formatMoment(order.promisedAt, now, clock)}</span>
        )}
      </span>
    </header>
  );
}

interface BumpFormProps extends Pick<KitchenCardProps, "order" | "station" | "keyNumber"> {
  readonly form: OrderForm;
  readonly bump: Bump;
}

function BumpForm({ order, form, bump, station, keyNumber }: BumpFormProps) {
  return (
    <form.fetcher.Form method="post" className="p-2 pt-0">
      <input type="hidden" name="order" value={order.id} />
      {station === "" ? (
        <input type="hidden" name="version" value={order.version} />
      ) : (
        <input type="hidden" name="station" value={station} />
      )}
      <button
        type="submit"
        name="intent"
        value={bump.intent}
        data-act="step"
        aria-disabled={form.busyWith === null ? undefined : true}
        onClick={form.busyWith === null ? undefined : preventClick}
        className="flex min-h-14 w-full items-center justify-center gap-3 rounded border-2 border-ink bg-surface px-3 text-xl font-bold text-ink hover:bg-canvas aria-disabled:opacity-60"
      >
        <span>
          {form.busyWith === null ? bump.label : "One moment…"}
          <span className="sr-only">, {order.number}</span>
        </span>
        {keyNumber === null ? null : (
          <kbd
            aria-hidden
            className="figures grid size-8 place-items-center rounded border border-field font-sans text-base font-semibold max-lg:hidden"
          >
            {keyNumber}
          </kbd>
        )}
      </button>
    </form.fetcher.Form>
  );
}

function Line({ line }: { readonly line: StaffOrderLine }) {
  return (
    <li className="grid grid-cols-[3rem_1fr] items-baseline border-b border-hairline py-1.5 last:border-0">
      <span className="figures font-display text-3xl leading-none font-bold">
        <LineQuantity line={line} />
      </span>
      <div className="min-w-0">
        <p className={`text-xl leading-snug font-semibold wrap-anywhere ${line.isRefunded ? "text-ink-2" : ""}`}>
          <LineName line={line} name={line.kitchenName} color="" />
        </p>
        {line.options.length === 0 ? null : (
          <ul>
            {keyed(line.options, (option) => option.kitchenName).map(({ key, item: option }) => (
              <li key={key} className="text-lg leading-snug font-bold wrap-anywhere">
                {option.quantity > 1 ? `${option.quantity} × ` : ""}
                {option.kitchenName}
              </li>
            ))}
          </ul>
        )}
        {line.isToWeigh === true ? <ToWeigh className="text-lg" /> : null}
        {line.note === "" ? null : (
          <p className="mt-1 border-l-4 border-saffron bg-saffron-tint px-2 text-lg font-bold wrap-anywhere">{line.note}</p>
        )}
      </div>
    </li>
  );
}
