import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { Link } from "react-router";
import type { ReplayReport } from "#app/cart/domain/promotion-preview/replay.ts";
import type { PreviewReport, CartPreview } from "#app/cart/domain/promotion-preview/preview-cart.ts";
import { Fold } from "#app/kit/fold.tsx";
import { TEXT_BUTTON } from "#app/kit/text-button.ts";
import { formatMoney } from "#app/values/money.ts";
import { counted } from "#texts/plural.ts";
import { formatNumber } from "#app/values/number.ts";

/** Result of a preview: a report, or an error. */
export interface PreviewAnswer {
  readonly message: string | null;
  readonly report: PreviewReport | null;
}

interface PromotionPreviewProps {
  readonly answer: PreviewAnswer;
  /** Copies a cart to staff's own carts. */
  readonly onCopy?: (cart: NonNullable<CartPreview["copy"]>) => void;
}

/** Effects of a promotion on carts and recent orders, alarms first. */
export function PromotionPreview({ answer: { message, report }, onCopy }: PromotionPreviewProps) {
  const format = useMoneyFormat();
  if (report === null) return <p className="font-semibold text-beet">{message}</p>;
  const previews = [...report.own, ...report.samples];
  const alarms = previews.flatMap((preview) => preview.alarms.map((text) => ({ text, name: preview.name })));
  const isDearer = report.replay.dearer.orders > 0;
  return (
    <div className="grid gap-6">
      {alarms.length === 0 && !isDearer ? (
        <p className="rounded border border-leaf bg-leaf-tint px-4 py-3 font-semibold">
          No alarm in {counted(previews.length, "cart", "carts", format)} and {counted(report.replay.orders, "order", "orders", format)}.
        </p>
      ) : (
        <section aria-label="Alarms" className="rounded border-2 border-beet bg-beet-tint px-4 py-3">
          <h3 className="font-semibold">Review before activating</h3>
          <ul className="mt-2 grid list-disc gap-1 pl-5">
            {alarms.map(({ text, name }) => (
              <li key={`${name}${text}`}>
                {text} <span className="text-ink-2">({name})</span>
              </li>
            ))}
            {isDearer ? <Dearer dearer={report.replay.dearer} /> : null}
          </ul>
        </section>
      )}
      <Replay replay={report.replay} inAll={report.ordersInAll} needsCode={report.needsCode} />
      {report.own.length === 0 ? null : <Trials title="Your carts" previews={report.own} />}
      <Trials title="Sample carts" previews={report.samples} onCopy={onCopy} />
    </div>
  );
}

function Dearer({ dearer: { orders, first } }: { readonly dearer: ReplayReport["dearer"] }) {
  const format = useMoneyFormat();
  return (
    <li>
      {counted(orders, "order would have cost more than it did", "orders would have cost more than they did", format)}:{" "}
      {first.map(({ id, number, before, after }, index) => (
        <span key={id}>
          {index > 0 ? ", " : ""}
          <Link to={`/admin/orders/${id}`} className="font-semibold underline underline-offset-2">
            {number}
          </Link>{" "}
          {formatMoney(before, format)} → {formatMoney(after, format)}
        </span>
      ))}
      .
    </li>
  );
}

interface ReplayProps {
  readonly replay: ReplayReport;
  readonly inAll: number;
  readonly needsCode: boolean;
}

function Replay({ replay, inAll, needsCode }: ReplayProps) {
  const format = useMoneyFormat();
  const { orders, touched, given, before, after, displaced, reasons } = replay;
  if (orders === 0) return <p className="text-ink-2">There are no orders of the last 30 days to try it on.</p>;
  const figures = [
    { label: "Orders it touches", value: `${formatNumber(touched, format)} of ${formatNumber(orders, format)}` },
    { label: "Gives away", value: formatMoney(given, format) },
    { label: "Each time", value: touched === 0 ? "–" : formatMoney(Math.round(given / touched), format) },
    { label: "To pay for all of them", value: `${formatMoney(before, format)} → ${formatMoney(after, format)}` },
  ];
  return (
    <section aria-label="The orders of the last 30 days" className="grid gap-3">
      <h3 className="text-base font-semibold">
        The orders of the last 30 days
        {inAll > orders ? `, the newest ${formatNumber(orders, format)} of ${formatNumber(inAll, format)}` : ""}
      </h3>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 border-y border-hairline py-3 xl:grid-cols-[auto_auto_auto_1fr]">
        {figures.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-sm text-ink-2">{label}</dt>
            <dd className="figures font-display text-lg">{value}</dd>
          </div>
        ))}
      </dl>
      {needsCode ? <p className="text-ink-2">As if every customer had entered its code.</p> : null}
      {displaced.length === 0 ? null : (
        <p>
          It takes the place of{" "}
          {displaced.map(({ title, orders: count }) => `“${title}” in ${counted(count, "order", "orders", format)}`).join(", ")}.
        </p>
      )}
      {reasons.length === 0 ? null : (
        <Fold title="Why the others do not get it">
          <ul className="grid gap-1 pb-1">
            {reasons.map(({ message, orders: count }) => (
              <li key={message}>
                {message} <span className="text-ink-2">({counted(count, "order", "orders", format)})</span>
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </section>
  );
}

function Trials({
  title,
  previews,
  onCopy,
}: {
  readonly title: string;
  readonly previews: readonly CartPreview[];
  readonly onCopy?: PromotionPreviewProps["onCopy"];
}) {
  return (
    <section aria-label={title}>
      <h3 className="rule pb-1 text-base font-semibold">{title}</h3>
      <ul>
        {previews.map((preview) => (
          <PreviewedCart key={`${preview.name}${preview.facts}`} preview={preview} onCopy={onCopy} />
        ))}
      </ul>
    </section>
  );
}

interface PreviewedCartProps {
  readonly preview: CartPreview;
  readonly onCopy: PromotionPreviewProps["onCopy"];
}

function PreviewedCart({ preview, onCopy }: PreviewedCartProps) {
  const format = useMoneyFormat();
  return (
    <li className="grid gap-x-6 gap-y-1 border-b border-hairline py-3 sm:grid-cols-[1fr_auto]">
      <div className="min-w-0">
        <p className="font-semibold">{preview.name}</p>
        <p className="text-sm text-ink-2">{[preview.lines.join(", "), preview.facts].join(" · ")}</p>
      </div>
      <p className="figures whitespace-nowrap sm:text-right">
        {preview.without === preview.after ? (
          formatMoney(preview.after, format)
        ) : (
          <>
            <span className="text-ink-2">{formatMoney(preview.without, format)} → </span>
            <strong>{formatMoney(preview.after, format)}</strong>
          </>
        )}
      </p>
      <ul className={`grid content-start gap-0.5 text-sm ${preview.copy === null || onCopy === undefined ? "sm:col-span-2" : ""}`}>
        {preview.whyNot === null ? null : <li className="text-ink-2">Not given: {preview.whyNot}</li>}
        {preview.applied.map(({ title: offer, explanation, isDraft }) => (
          <li key={`${offer}${explanation}`}>
            {isDraft ? <strong>This offer: </strong> : `${offer}: `}
            {explanation}
          </li>
        ))}
        {preview.displaced.map((offer) => (
          <li key={offer}>In place of “{offer}”.</li>
        ))}
        {preview.alarms.map((alarm) => (
          <li key={alarm} className="font-semibold text-beet">
            {alarm}
          </li>
        ))}
      </ul>
      {preview.copy === null || onCopy === undefined ? null : (
        <button
          type="button"
          className={`${TEXT_BUTTON} justify-self-start self-start text-sm sm:min-h-8 sm:justify-self-end`}
          onClick={() => preview.copy !== null && onCopy(preview.copy)}
        >
          Change a copy<span className="sr-only"> of {preview.name}</span>
        </button>
      )}
    </li>
  );
}
