import { useShopClock } from "#app/kit/hooks/use-shop-clock.ts";
import { CircleXIcon } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { Link } from "react-router";
import { Button } from "#app/kit/button.tsx";
import { useQuietMoment } from "#app/kit/hooks/use-quiet-moment.ts";
import { useStoredText } from "#app/kit/hooks/use-stored-text.ts";
import { formatTime } from "#app/values/clock/shop-clock.ts";
import { mayRing } from "./order-alert-rules.ts";
import type { OrderFeedValue } from "./order-feed.tsx";
import type { CancelledOrder } from "./use-order-feed.ts";

const STORED_KEY = "shopbell:cancelled-seen";
const SOUND = "/sounds/new-order.wav";
/** Reports lost work, not waiting work: softer than the bell. */
const QUIET_VOLUME = 0.35;
/** More than the server lists. */
const MOST_REMEMBERED = 50;

/** Orders cancelled by customers, until dismissed on this device; each sounds once. */
export function CancelledNotice({ feed: { cancelled, alerts } }: { readonly feed: OrderFeedValue }) {
  const clock = useShopClock();
  const [text, store] = useStoredText(STORED_KEY);
  const dismissed = text === null ? [] : text.split(" ");
  const fresh = cancelled.filter((order) => !dismissed.includes(order.id));
  const area = useRef<HTMLDivElement>(null);
  // Overlays everything, so that a poll never moves what is being clicked.
  const shown = useQuietMoment(fresh.map((order) => order.id).join(" "), area).split(" ");
  useSoftBell(fresh, alerts.mode !== null && mayRing(alerts.mode));
  const dismiss = (id: string) => store([id, ...dismissed].slice(0, MOST_REMEMBERED).join(" "));
  return (
    <div ref={area} role="status" className="grid gap-2 not-empty:mb-4 print:hidden">
      {cancelled
        .filter((order) => shown.includes(order.id))
        .map((order) => (
          <div
            key={order.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded border border-beet bg-beet-tint px-3 py-1.5 text-base"
          >
            <CircleXIcon aria-hidden className="size-5 shrink-0 text-beet" />
            <p className="min-w-0 flex-1 basis-48">
              <Link
                to={`/admin/orders/${order.id}`}
                className="inline-flex min-h-11 items-center font-semibold underline underline-offset-2 lg:min-h-9"
              >
                {order.number}
              </Link>{" "}
              was cancelled by the customer at <span className="figures">{formatTime(new Date(order.at), clock)}</span>.
            </p>
            <Button
              look="outline"
              size="desk"
              className="min-h-11 lg:min-h-9"
              aria-label={`Seen: ${order.number}`}
              onClick={() => dismiss(order.id)}
            >
              Seen
            </Button>
          </div>
        ))}
    </div>
  );
}

/** Plays once for each new entry. */
function useSoftBell(fresh: readonly CancelledOrder[], isAllowed: boolean): void {
  const announced = useRef(new Set<string>());
  const ids = fresh.map((order) => order.id).join(" ");
  const tell = useEffectEvent(() => {
    const unannounced = fresh.filter((order) => !announced.current.has(order.id));
    for (const order of unannounced) announced.current.add(order.id);
    if (unannounced.length > 0) void playSoftly();
  });
  useEffect(() => {
    if (isAllowed && ids !== "") tell();
  }, [isAllowed, ids]);
}

async function playSoftly(): Promise<void> {
  const audio = new Audio(SOUND);
  audio.volume = QUIET_VOLUME;
  try {
    await audio.play();
  } catch (error) {
    // Autoplay is blocked or interrupted; the notice is visible anyway.
    if (!(error instanceof DOMException)) throw error;
  }
}
