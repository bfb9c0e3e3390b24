import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { useStoredText } from "./use-stored-text.ts";

const OFF_KEY = "shopbell:shortcuts";
/** "G then O": the second key must follow within this time. */
const SEQUENCE_MS = 1500;

export interface Shortcut {
  /** In reading form: "g o" is G then O, "/" a single key, "mod+s" is Ctrl+S or ⌘ S. Case does not matter. */
  readonly keys: string;
  /** The description in the list of shortcuts. */
  readonly label: string;
  readonly run: () => void;
}

/** The single registry: the shortcuts of each shown component with a key of their text, in mount order. */
const registered = new Map<{ readonly current: readonly Shortcut[] }, string>();
const listeners = new Set<() => void>();
let snapshot: readonly Shortcut[] = [];

function tellListeners(): void {
  snapshot = [...registered.keys()].flatMap((entry) => entry.current);
  for (const listener of listeners) listener();
}

/**
 * Offers shortcuts while the component is shown. On conflicts the last mounted component wins. Registered in layout effects: a key pressed
 * after the paint but before a later effect would act on the previous ticket.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const entry = useRef(shortcuts);
  useLayoutEffect(() => {
    entry.current = shortcuts;
  });
  const names = shortcuts.map((shortcut) => shortcut.keys + shortcut.label).join("\n");
  useLayoutEffect(() => {
    registered.set(entry, names);
    tellListeners();
    return () => {
      registered.delete(entry);
      tellListeners();
    };
  }, [names]);
}

/** The shortcuts that are available now. */
export function useShortcutList(): readonly Shortcut[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => snapshot,
    () => snapshot,
  );
}

/**
 * Listens on the whole page; called once, by its frame. Single keys and sequences are off while typing, while a modifier is pressed, while
 * a dialog is open, and if switched off on this device (WCAG 2.1.4). Returns whether they are on, and the setter.
 */
export function useShortcutKeys(): readonly [boolean, (isOn: boolean) => void] {
  const [stored, store] = useStoredText(OFF_KEY);
  const isOn = stored !== "off";
  useEffect(() => {
    let first: { key: string; at: number } | null = null;
    const onKey = (event: KeyboardEvent) => {
      if (isTaken(event)) return;
      const key = event.key.toLowerCase();
      if (event.ctrlKey || event.metaKey) {
        if (!event.shiftKey && run(`mod+${key}`)) event.preventDefault();
        return;
      }
      if (!isOn || isTyping(event.target)) return;
      const sequence = first !== null && event.timeStamp - first.at < SEQUENCE_MS ? `${first.key} ${key}` : key;
      first = null;
      if (run(sequence) || run(key)) return event.preventDefault();
      if (current().some((shortcut) => shortcut.keys.startsWith(`${key} `))) first = { key, at: event.timeStamp };
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isOn]);
  return [isOn, (next) => store(next ? "on" : "off")];
}

function current(): readonly Shortcut[] {
  return [...registered.keys()].flatMap((entry) => entry.current);
}

function run(keys: string): boolean {
  const shortcut = current().findLast((each) => each.keys === keys);
  shortcut?.run();
  return shortcut !== undefined;
}

/** A key without a modifier, pressed outside of fields and dialogs. */
export function isOutsideFields(event: KeyboardEvent): boolean {
  return !isTaken(event) && !event.ctrlKey && !event.metaKey && !isTyping(event.target);
}

function isTaken(event: KeyboardEvent): boolean {
  const isInDialog = () => document.querySelector("dialog[open], [role=alertdialog]") !== null;
  return event.altKey || event.isComposing || event.defaultPrevented || isInDialog();
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input:not([type=checkbox], [type=radio], [type=button]), textarea, select"))
  );
}
