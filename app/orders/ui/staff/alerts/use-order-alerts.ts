import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { NOTIFICATION_VOLUME, ORDER_POLL_MS } from "#app/values/limits.ts";
import * as texts from "#texts/orders/new-orders.ts";
import {
  afterAccept,
  afterDeny,
  afterPoll,
  alertMode,
  isPromptDue,
  mayRing,
  NOTHING_SEEN,
  type AlertMode,
  type StoredAnswer,
} from "./order-alert-rules.ts";
import { ringInTurn } from "./ring-turn.ts";
import { askForNotifications, useNotificationPermission } from "./use-notification-permission.ts";
import { useStoredText } from "#app/kit/hooks/use-stored-text.ts";

const STORED_KEY = "shopbell:order-alerts";
/** A newer notification replaces the older one, also one from push. */
const NOTIFICATION_TAG = "shopbell-orders";
const SOUND = "/sounds/new-order.wav";
const ORDERS_PATH = "/admin/orders";
/** All tabs of a browser poll within this time. */
const TABS_POLL_WITHIN_MS = ORDER_POLL_MS + 2000;
/** Timers of tabs are not exactly in sync. */
const REPEAT_SLACK_MS = 800;

export interface OrderAlerts {
  /** Null on the server and before hydration. */
  readonly mode: AlertMode | null;
  /** Whether to show the prompt "Deny" or "Accept". */
  readonly isPromptDue: boolean;
  /** This device would ring for a new order. */
  readonly isAudible: boolean;
  /** Autoplay was blocked: the banner with "Play Now" is shown. */
  readonly isSoundBlocked: boolean;
  /** Requests the browser's permission and, if granted, alerts. */
  readonly accept: () => void;
  /** Stores the refusal on this device. */
  readonly deny: () => void;
  /** Plays the sound once, for the test and "Play Now". */
  readonly playSound: () => void;
}

export interface OrderAlertInput {
  readonly count: number;
  readonly isLoaded: boolean;
  /** ORDER_ALERT_REPEAT_SECONDS; 0 = ring once. */
  readonly repeatSeconds: number;
}

/**
 * Alerts for new orders: notification and sound when orders wait at load or increase, repeated while they wait. A changed number restarts the
 * interval; a falling one never rings.
 */
export function useOrderAlerts({ count, isLoaded, repeatSeconds }: OrderAlertInput): OrderAlerts {
  const [text, store] = useStoredText(STORED_KEY);
  const permission = useNotificationPermission();
  const stored = parseAnswer(text);
  const mode = permission === null ? null : alertMode(stored, permission);
  const { playSound, isSoundBlocked, setSoundBlocked } = useOrderSound();
  const memory = useRef(NOTHING_SEEN);
  const navigate = useNavigate();
  const notify = useNotification(() => void navigate(ORDERS_PATH));

  const tell = (as: AlertMode, waiting: number) => {
    void ringInTurn(waiting, TABS_POLL_WITHIN_MS, () => {
      if (as === "on") notify(waiting);
      return playSound();
    });
  };

  const onCount = useEffectEvent((current: AlertMode, waiting: number) => {
    const step = afterPoll(memory.current, current, waiting);
    memory.current = step.memory;
    if (step.toTell > 0) tell(current, step.toTell);
  });
  useEffect(() => {
    if (isLoaded && mode !== null) onCount(mode, count);
  }, [count, isLoaded, mode]);

  const isRinging = isLoaded && mode !== null && mayRing(mode) && repeatSeconds > 0;
  const repeatMs = repeatSeconds * 1000;
  useRing(() => void ringInTurn(count, repeatMs - REPEAT_SLACK_MS, playSound), count, isRinging ? repeatMs : null);

  useOpenOrders(() => void navigate(ORDERS_PATH));

  const accept = async () => {
    const answered = alertMode("accepted", await askForNotifications());
    store("accepted");
    const step = afterAccept(memory.current, answered, count);
    memory.current = step.memory;
    if (step.toTell > 0) tell(answered, step.toTell);
    // Alerted but not audible: this click provides the gesture that autoplay needs.
    else if (isSoundBlocked && mayRing(answered)) void playSound();
  };

  return {
    mode,
    isPromptDue: mode !== null && isPromptDue(stored, mode),
    isAudible: mode !== null && mayRing(mode) && !isSoundBlocked,
    isSoundBlocked,
    accept: () => void accept(),
    deny: () => {
      store("denied");
      memory.current = afterDeny(memory.current);
      setSoundBlocked(false);
    },
    playSound: () => void playSound(),
  };
}

function useOrderSound() {
  const [isSoundBlocked, setSoundBlocked] = useState(false);
  const audio = useRef<HTMLAudioElement | null>(null);
  /** Returns whether it was audible. */
  const playSound = async (): Promise<boolean> => {
    audio.current ??= new Audio(SOUND);
    audio.current.volume = NOTIFICATION_VOLUME;
    audio.current.currentTime = 0;
    try {
      await audio.current.play();
      setSoundBlocked(false);
      return true;
    } catch (error) {
      // Replaced by a newer ring; other errors mean it was not audible.
      const isHeard = error instanceof DOMException && error.name === "AbortError";
      if (!isHeard) setSoundBlocked(true);
      return isHeard;
    }
  };
  return { playSound, isSoundBlocked, setSoundBlocked };
}

/** Shows one notification of waiting orders; a click on it or closing it opens them. */
function useNotification(open: () => void): (waiting: number) => void {
  const shown = useRef<Notification | null>(null);
  return (waiting) => {
    if (shown.current !== null) closeQuietly(shown.current);
    const notification = makeNotification(texts.newOrders(waiting));
    shown.current = notification;
    if (notification === null) return;
    const openOrders = () => {
      closeQuietly(notification);
      window.focus();
      open();
    };
    Object.assign(notification, { onclick: openOrders, onclose: openOrders });
  };
}

/** Rings every `everyMs` while orders wait; a changed number restarts the interval. */
function useRing(ring: () => void, waiting: number, everyMs: number | null): void {
  const onRing = useEffectEvent(ring);
  useEffect(() => {
    if (everyMs === null || waiting === 0) return;
    const timer = setInterval(() => onRing(), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, waiting]);
}

/** A click on a push notification asks this page to navigate; an open form may block it. */
function useOpenOrders(open: () => void): void {
  const onAsked = useEffectEvent(open);
  useEffect(() => {
    if (!("serviceWorker" in navigator)) return;
    const hear = ({ data }: MessageEvent<{ readonly kind?: string } | null>) => {
      if (data?.kind === "open-orders") onAsked();
    };
    navigator.serviceWorker.addEventListener("message", hear);
    return () => navigator.serviceWorker.removeEventListener("message", hear);
  }, []);
}

function parseAnswer(text: string | null): StoredAnswer {
  return text === "accepted" || text === "denied" ? text : null;
}

/** Null where only service workers may notify (Chrome on Android); the sound still rings. */
function makeNotification(title: string): Notification | null {
  try {
    return new Notification(title, { icon: "/favicon.svg", requireInteraction: true, tag: NOTIFICATION_TAG });
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** Closing it in code must not count as the user's action. */
function closeQuietly(notification: Notification): void {
  Object.assign(notification, { onclick: null, onclose: null });
  notification.close();
}
