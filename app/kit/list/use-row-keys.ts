import { useEffect, useEffectEvent, type RefObject } from "react";
import { useShortcuts } from "#app/kit/hooks/use-shortcuts.ts";
import { BULK_FORM } from "./bulk-bar.tsx";

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

interface RowKeys {
  /** Contains the rows. */
  readonly area: RefObject<HTMLElement | null>;
  readonly canMove: boolean;
  readonly canChoose: boolean;
  readonly toggle: (id: string, isRange: boolean) => void;
}

/** J and K, or the arrows from a row, move through the rows of a list; X selects one, A goes to the bulk actions. */
export function useRowKeys({ area, canMove, canChoose, toggle }: RowKeys): void {
  const move = (by: number) => {
    const links = [...(area.current?.querySelectorAll<HTMLElement>("[data-row-link]") ?? [])];
    const at = links.findIndex((link) => link.closest("[data-row]")?.contains(document.activeElement) === true);
    const first = by > 0 ? 0 : links.length - 1;
    links[at === -1 ? first : Math.max(0, Math.min(links.length - 1, at + by))]?.focus();
  };
  // Not a registered shortcut: outside the rows, the arrows scroll.
  const onArrow = useEffectEvent((event: KeyboardEvent) => {
    const by = STEPS[event.key] ?? null;
    const isHeld = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    const isRow = event.target instanceof Element && event.target.closest("[data-row]") !== null;
    if (by === null || isHeld || !isRow || !canMove || area.current?.contains(event.target) !== true) return;
    event.preventDefault();
    move(by);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onArrow(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  const choose = () => {
    const row = document.activeElement?.closest<HTMLElement>("[data-row]");
    if (row?.dataset["row"] !== undefined) toggle(row.dataset["row"], false);
  };
  const choices = [
    { keys: "x", label: "Choose the row", run: choose },
    { keys: "a", label: "To what can be done with the chosen rows", run: focusBulkActs },
  ];
  useShortcuts([
    { keys: "j", label: "Next row", run: () => move(1) },
    { keys: "k", label: "Previous row", run: () => move(-1) },
    ...(canChoose ? choices : []),
  ]);
}

/** On a phone, that is their menu. */
function focusBulkActs(): void {
  const controls = [...document.querySelectorAll<HTMLElement>(`#${BULK_FORM} :is(button, a, summary)`)];
  controls.find((each) => each.checkVisibility())?.focus();
}
