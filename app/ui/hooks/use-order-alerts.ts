import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { NOTIFICATION_VOLUME } from "#app/domain/limits.ts";
import { messages } from "#app/domain/messages.ts";
import { alertMode, isPromptDue, mayRing, shouldAlert, type AlertMode, type BrowserPermission, type StoredAnswer } from "./order-alert-rules.ts";
import { useInterval } from "./use-interval.ts";

const STORED_KEY = "shopbell:order-alerts";
const SOUND = "/sounds/new-order.wav";
const ORDERS_PATH = "/admin/orders";

export interface OrderAlerts {
  /** Null until the browser was looked at: nothing is shown in the server's HTML. */
  readonly mode: AlertMode | null;
  /** Ask "Deny" or "Accept"? */
  readonly isPromptDue: boolean;
  /** The browser refused to play the sound without a press: the banner with 'Play Now' is due. */
  readonly isSoundBlocked: boolean;
  /** Asks the browser and, if it agrees, alerts. */
  accept(): void;
  /** Remembers the refusal on this device. */
  deny(): void;
  /** Plays the sound once: the sound test, and 'Play Now'. */
  playSound(): void;
}

export interface OrderAlertInput {
  readonly count: number;
  readonly isLoaded: boolean;
  /** ORDER_ALERT_REPEAT_SECONDS; 0 = ring once. */
  readonly repeatSeconds: number;
}

/**
 * Alerts for new orders (specification section 4): notification and sound when orders wait at load or their number rises, the sound again
 * while they wait. A decision on any device changes the count, which starts the time to the next ring anew; a falling count never rings.
 */
export function useOrderAlerts({ count, isLoaded, repeatSeconds }: OrderAlertInput): OrderAlerts {
  const [mode, setMode] = useState<AlertMode | null>(null);
  const [stored, setStored] = useState<StoredAnswer>(null);
  const [isSoundBlocked, setSoundBlocked] = useState(false);
  const audio = useRef<HTMLAudioElement | null>(null);
  const shown = useRef<Notification | null>(null);
  const previousCount = useRef<number | null>(null);
  const navigate = useNavigate();

  const playSound = async () => {
    audio.current ??= new Audio(SOUND);
    audio.current.volume = NOTIFICATION_VOLUME;
    audio.current.currentTime = 0;
    try {
      await audio.current.play();
      setSoundBlocked(false);
    } catch (error) {
      // "AbortError": a newer ring took over. Everything else means that nothing was heard.
      if (!(error instanceof DOMException && error.name === "AbortError")) setSoundBlocked(true);
    }
  };

  const notify = (waiting: number) => {
    if (shown.current !== null) {
      shown.current.onclose = null;
      shown.current.close();
    }
    const notification = makeNotification(messages.newOrders(waiting));
    if (notification === null) return;
    const open = () => {
      notification.onclose = null;
      window.focus();
      void navigate(ORDERS_PATH);
    };
    notification.onclick = () => {
      open();
      notification.close();
    };
    notification.onclose = open;
    shown.current = notification;
  };

  const alertNow = (as: AlertMode, waiting: number) => {
    if (!mayRing(as)) return;
    if (as === "on" && waiting > 0) notify(waiting);
    void playSound();
  };

  const look = useEffectEvent(() => {
    setStored(readAnswer());
    setMode(alertMode(readAnswer(), browserPermission()));
  });
  useEffect(() => look(), []);

  const onCount = useEffectEvent((current: AlertMode) => {
    if (shouldAlert(previousCount.current, count)) alertNow(current, count);
    previousCount.current = count;
  });
  useEffect(() => {
    if (isLoaded && mode !== null) onCount(mode);
  }, [count, isLoaded, mode]);

  const isRinging = mode !== null && mayRing(mode) && isLoaded && count > 0 && repeatSeconds > 0;
  useRing(() => void playSound(), isRinging ? repeatSeconds * 1000 : null, count);

  return {
    mode,
    isPromptDue: mode !== null && isPromptDue(stored, mode),
    isSoundBlocked,
    accept() {
      void askBrowser().then((permission) => {
        const answered = alertMode("accepted", permission);
        storeAnswer("accepted");
        setStored("accepted");
        setMode(answered);
        alertNow(answered, count);
      });
    },
    deny() {
      storeAnswer("denied");
      setStored("denied");
      setSoundBlocked(false);
      setMode("denied");
    },
    playSound: () => void playSound(),
  };
}

/** Rings every `everyMs`; a changed count begins the time anew. */
function useRing(ring: () => void, everyMs: number | null, count: number): void {
  const [since, setSince] = useState(count);
  // One tick without an interval lets the timer start over when the count changes.
  useInterval(ring, since === count ? everyMs : null);
  useEffect(() => setSince(count), [count]);
}

function readAnswer(): StoredAnswer {
  const stored = localStorage.getItem(STORED_KEY);
  return stored === "accepted" || stored === "denied" ? stored : null;
}

function storeAnswer(answer: Exclude<StoredAnswer, null>): void {
  localStorage.setItem(STORED_KEY, answer);
}

/** Without https a browser says "denied" before anybody was asked; what it means is that it cannot. */
function browserPermission(): BrowserPermission {
  return "Notification" in window && window.isSecureContext ? Notification.permission : "unsupported";
}

async function askBrowser(): Promise<BrowserPermission> {
  const permission = browserPermission();
  return permission === "default" ? Notification.requestPermission() : permission;
}

/** Null where the browser has the class but lets only service workers use it (Chrome on Android); the sound still rings. */
function makeNotification(title: string): Notification | null {
  try {
    return new Notification(title, { icon: "/favicon.svg", requireInteraction: true });
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
