import { useShopClock } from "#app/kit/hooks/use-shop-clock.ts";
import { MapPinIcon, PhoneIcon } from "lucide-react";
import { Button, buttonClass } from "#app/kit/button.tsx";
import type { OrderAction } from "#app/orders/domain/changes/order-permissions.ts";
import { statusLabel, type OrderStatus } from "#app/orders/domain/order.ts";
import { HandoverCash } from "#app/orders/ui/staff/forms/cash-given-field.tsx";
import type { Cents } from "#app/values/money.ts";
import { useOrderForm, type OrderForm } from "#app/orders/ui/staff/forms/use-order-form.ts";
import { AnswerNotice } from "#app/orders/ui/staff/order-notices.tsx";
import { formatMoment } from "#app/orders/ui/staff/order-words.tsx";
import type { OrderFormAnswer } from "#app/orders/ui/staff/staff-order.ts";

/** A delivery as couriers and order staff see it. */
export interface DeliveryCardFacts {
  readonly id: string;
  readonly number: string;
  readonly version: number;
  readonly status: OrderStatus;
  readonly promisedAt: Date | null;
  /** The address in one line. */
  readonly address: string;
  /** "" = not shown to this user. */
  readonly name: string;
  readonly phone: string;
  readonly instructions: string;
  /** "Goes with A-042" */
  readonly goesWith: readonly string[];
  /** Cash that the customer still pays, such as "$12.00"; null: nothing. */
  readonly toCollect: string | null;
  /** The amount of `toCollect`, or 0; in `currency`. */
  readonly owed: Cents;
  readonly currency: string;
  readonly isOwn: boolean;
  readonly courierId: number | null;
  /** The courier's name; null: unassigned, or a deleted account. */
  readonly courier: string | null;
  /** Steps this user may take now. */
  readonly events: readonly OrderAction[];
}

interface DeliveryCardProps {
  readonly delivery: DeliveryCardFacts;
  /** Couriers to assign; empty for couriers, who assign no deliveries. */
  readonly couriers: readonly { readonly id: number; readonly name: string }[];
  readonly now: Date;
  readonly onAnswer: (delivery: DeliveryCardFacts, answer: OrderFormAnswer) => void;
}

/** One delivery with large touch targets: map, call, take, on the way, delivered. */
export function DeliveryCard({ delivery, couriers, now, onAnswer }: DeliveryCardProps) {
  const clock = useShopClock();
  const form = useOrderForm(delivery.id, (answer) => onAnswer(delivery, answer));
  const { number, promisedAt, status, toCollect } = delivery;
  const isDone = status === "completed";
  return (
    <li
      aria-labelledby={`delivery-${delivery.id}`}
      className="grid content-start gap-3 rounded border border-hairline bg-surface p-4 text-base"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h3 id={`delivery-${delivery.id}`} className="text-xl">
          {number}
        </h3>
        <span className="text-ink-2">
          {statusLabel(status)}
          {promisedAt === null ? "" : ` · ${formatMoment(promisedAt, now, clock)}`}
        </span>
      </div>
      {toCollect === null ? null : (
        <p className="rounded bg-saffron-tint p-2 text-lg font-bold">
          {isDone ? "Cash collected" : "Cash to collect"}: {toCollect}
        </p>
      )}
      <Contact delivery={delivery} />
      <AnswerNotice answer={form.answer} isListed />
      <Steps delivery={delivery} form={form} />
      {couriers.length === 0 || isDone ? null : <AssignForm delivery={delivery} form={form} couriers={couriers} />}
    </li>
  );
}

function Contact({ delivery }: Pick<DeliveryCardProps, "delivery">) {
  const { address, name, phone, instructions, number } = delivery;
  const link = buttonClass({ look: "outline", size: "large", className: "grow" });
  return (
    <>
      <p className="wrap-anywhere">
        {name === "" ? null : <span className="block font-semibold">{name}</span>}
        {address}
      </p>
      {delivery.goesWith.map((words) => (
        <p key={words} className="border-l-4 border-harbour pl-2 font-semibold">
          {words}
        </p>
      ))}
      {instructions === "" ? null : <p className="border-l-4 border-saffron pl-2 wrap-anywhere">{instructions}</p>}
      <div className="flex flex-wrap gap-2">
        {address === "" ? null : (
          <a
            href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`}
            target="_blank"
            rel="noreferrer"
            className={link}
          >
            <MapPinIcon aria-hidden className="size-5" /> Map<span className="sr-only"> for {number}</span>
          </a>
        )}
        {phone === "" ? null : (
          <a href={`tel:${phone}`} className={link}>
            <PhoneIcon aria-hidden className="size-5" /> Call<span className="sr-only"> {number}</span>
          </a>
        )}
      </div>
    </>
  );
}

interface FormProps {
  readonly delivery: DeliveryCardFacts;
  readonly form: OrderForm;
}

interface Step {
  readonly intent: string;
  readonly label: string;
  readonly isMain: boolean;
}

function stepsOf({ isOwn, courierId, events, toCollect, status }: DeliveryCardFacts): readonly Step[] {
  const isDone = status === "completed";
  return [
    ...(courierId === null ? [{ intent: "take", label: "Take this delivery", isMain: true }] : []),
    ...(isOwn && events.includes("out") ? [{ intent: "out", label: "On my way", isMain: false }] : []),
    ...(isOwn && events.includes("complete")
      ? [{ intent: "complete", label: toCollect === null ? "Delivered" : `Delivered, ${toCollect} collected`, isMain: true }]
      : []),
    ...(isOwn && isDone && events.includes("undo") ? [{ intent: "undo", label: "Not delivered yet", isMain: false }] : []),
    ...(isOwn && !isDone ? [{ intent: "give-back", label: "Give back", isMain: false }] : []),
  ];
}

function Steps({ delivery, form }: FormProps) {
  const isBusy = form.busyWith !== null;
  return (
    <form.fetcher.Form method="post" className="grid gap-2">
      <input type="hidden" name="order" value={delivery.id} />
      <input type="hidden" name="version" value={delivery.version} />
      {delivery.owed > 0 && delivery.isOwn && delivery.events.includes("complete") ? (
        <HandoverCash orderId={delivery.id} total={delivery.owed} currency={delivery.currency} />
      ) : null}
      {stepsOf(delivery).map(({ intent, label, isMain }) => (
        <Button key={intent} type="submit" name="intent" value={intent} size="large" look={isMain ? "filled" : "outline"} disabled={isBusy}>
          {form.busyWith === intent ? "One moment…" : label}
          <span className="sr-only">, {delivery.number}</span>
        </Button>
      ))}
    </form.fetcher.Form>
  );
}

function AssignForm({ delivery, form, couriers }: FormProps & Pick<DeliveryCardProps, "couriers">) {
  return (
    <form.fetcher.Form method="post" className="flex items-end gap-2">
      <input type="hidden" name="order" value={delivery.id} />
      <label className="grid min-w-0 grow gap-1 text-sm">
        Courier of {delivery.number}
        <select name="courier" key={delivery.courierId} defaultValue={delivery.courierId ?? ""} className="control min-h-11 w-full">
          <option value="">Nobody</option>
          {couriers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Button type="submit" name="intent" value="assign" look="outline" disabled={form.busyWith !== null}>
        Assign<span className="sr-only">, {delivery.number}</span>
      </Button>
    </form.fetcher.Form>
  );
}
