import { BellRingIcon, EarOffIcon, OctagonPauseIcon, Volume2Icon, WifiOffIcon } from "lucide-react";
import { useRef } from "react";
import { Link } from "react-router";
import * as texts from "#texts/orders/new-orders.ts";
import { Button } from "#app/kit/button.tsx";
import { useEdgeHeight } from "#app/kit/hooks/use-edge-height.ts";
import { useQuietMoment } from "#app/kit/hooks/use-quiet-moment.ts";
import type { OrderAlerts } from "./use-order-alerts.ts";
import type { OrderFeed } from "./use-order-feed.ts";
import { useSession } from "#app/kit/session.ts";

/** Must not look like the buttons that accept or reject an order. */
const PROMPT = "bg-harbour! hover:bg-ink! in-data-dark:text-canvas!";

/**
 * Prompts about this device (permission, blocked sound, no listener): one at a time, in the page below the top bar so that they cover
 * nothing. Appears only while the user presses nothing.
 */
export function AlertQuestion({ alerts, feed }: { readonly alerts: OrderAlerts; readonly feed: OrderFeed }) {
  const area = useRef<HTMLDivElement>(null);
  const question = useQuietMoment(questionOf(alerts, feed), area);
  return (
    <div ref={area} className="print:hidden">
      {question === "prompt" ? (
        <Banner
          label="Order alerts"
          icon={<BellRingIcon aria-hidden className="size-5 shrink-0 text-harbour" />}
          className="border-b border-harbour bg-harbour-tint"
        >
          <p className="min-w-0 flex-1">{texts.notificationPrompt}</p>
          <span className="flex gap-2 max-sm:w-full max-sm:*:grow">
            <Button size="desk" look="outline" className="min-h-11 text-harbour!" onClick={() => alerts.deny()}>
              {texts.notificationDeny}
            </Button>
            <Button size="desk" className={`min-h-11 ${PROMPT}`} onClick={() => alerts.accept()}>
              {texts.notificationAccept}
            </Button>
          </span>
        </Banner>
      ) : null}
      <div role="status" aria-live="polite">
        {question === "sound" ? (
          <Banner icon={<Volume2Icon aria-hidden className="size-5 shrink-0" />} className="border-b border-harbour bg-harbour-tint">
            <p className="min-w-0 flex-1">{texts.soundBlocked}</p>
            <Button size="desk" className={`min-h-11 ${PROMPT}`} onClick={() => alerts.playSound()}>
              {texts.soundPlayNow}
            </Button>
          </Banner>
        ) : null}
        {question === "unheard" ? (
          <Banner
            icon={<EarOffIcon aria-hidden className="size-5 shrink-0" />}
            className="border-b-2 border-beet bg-beet-tint text-beet in-data-dark:text-ink"
          >
            <p className="min-w-0 flex-1">
              <strong>No device is alerting for new orders.</strong> No open screen has its sound on.
            </p>
            {alerts.isAudible ? null : (
              <Button size="desk" look="outline" className="min-h-11" onClick={() => alerts.accept()}>
                Ring on this device
              </Button>
            )}
          </Banner>
        ) : null}
      </div>
    </div>
  );
}

function questionOf({ isPromptDue, isSoundBlocked, mode }: OrderAlerts, { listening, silentSeconds }: OrderFeed) {
  if (isSoundBlocked) return "sound";
  if (isPromptDue) return "prompt";
  return listening === 0 && mode !== "blocked" && silentSeconds === null ? "unheard" : null;
}

/** Persistent warnings at the lower edge, visible at any scroll position; other bottom bars sit above. */
export function AlarmDock({ feed: { silentSeconds, isPausedByItself } }: { readonly feed: OrderFeed }) {
  const dock = useRef<HTMLDivElement>(null);
  useEdgeHeight(dock, "--dock");
  // The connection works; the sign-in dialog already says so.
  const isSignedOut = useSession() !== "active";
  return (
    <div ref={dock} className="sticky bottom-[var(--bars,0px)] z-30 mt-auto print:hidden">
      <div role="status" aria-live="polite">
        {silentSeconds === null || silentSeconds < 8 || isSignedOut ? null : (
          <Banner icon={<WifiOffIcon aria-hidden className="size-5 shrink-0" />} className="bg-saffron text-ink in-data-dark:text-canvas">
            <p className="min-w-0 flex-1">
              <strong>
                Not connected<span aria-hidden> for {silentSeconds} s</span>.
              </strong>{" "}
              New orders are not shown until the connection is back. What you see may be old.
            </p>
          </Banner>
        )}
      </div>
      <div role="alert">
        {isPausedByItself ? (
          <Banner icon={<OctagonPauseIcon aria-hidden className="size-5 shrink-0" />} className="bg-beet text-white">
            <p className="min-w-0 flex-1">
              <strong>Ordering was paused automatically:</strong> nobody answered the last orders in time.
            </p>
            <Link to="/admin/orders" className="inline-flex min-h-11 items-center font-semibold underline underline-offset-2">
              Take orders again
            </Link>
          </Banner>
        ) : null}
      </div>
    </div>
  );
}

interface BannerProps {
  readonly label?: string;
  readonly icon: React.ReactNode;
  readonly className: string;
  readonly children: React.ReactNode;
}

function Banner({ label, icon, className, children }: BannerProps) {
  const content = (
    <>
      {icon}
      {children}
    </>
  );
  const classes = `flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2 text-sm sm:px-6 ${className}`;
  return label === undefined ? (
    <div className={classes}>{content}</div>
  ) : (
    <section aria-label={label} className={classes}>
      {content}
    </section>
  );
}

/** A hint about alerts on this device: how to enable them, or to restore them after Deny. */
export function AlertStatus({ alerts }: { readonly alerts: OrderAlerts }) {
  switch (alerts.mode) {
    case "on":
    case "sound-only":
      return (
        <button
          type="button"
          className="min-h-11 text-left underline lg:min-h-8 underline-offset-2 hover:text-ink"
          onClick={() => alerts.playSound()}
        >
          Test the sound
        </button>
      );
    case "denied":
      return (
        <p>
          Alerts are off on this device.{" "}
          <button type="button" className="min-h-11 underline underline-offset-2 hover:text-ink lg:min-h-6" onClick={() => alerts.accept()}>
            Turn them on
          </button>
        </p>
      );
    case "blocked":
      return alerts.isPromptDue ? null : <p>This browser blocks alerts. Allow notifications for this site in its settings, then reload.</p>;
    case "ask":
    case null:
      return null;
  }
}
