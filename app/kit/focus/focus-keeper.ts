import { useEffect } from "react";
import { FOCUSABLE, focusHeading, focusPage, focusWithin, giveFocus, type FocusOptions } from "./focus-target.ts";

/** Where an element was when it left the page. */
interface Place {
  readonly parent: Element;
  /** The part of the page that was removed: the element itself or one around it. */
  readonly removed: Element;
  readonly next: Element | null;
  readonly previous: Element | null;
  /** The nodes added to the same parent by the same mutation. */
  readonly added: readonly Element[];
}

/** Deep enough for a control in a menu in a dialog that was opened by a button. */
const TRAIL_LENGTH = 6;

/**
 * Keeps the focus from falling back to the body. When the focused control is removed, disabled or hidden, the focus moves to the first of
 * these that exists: the control rendered in its place, the same control of the next or previous item, the control used before, the nearest
 * heading. A component that needs another target focuses it itself, in an effect. Called once, by the root.
 */
export function useFocusKeeper(): void {
  useEffect(() => {
    const trail = new FocusTrail();
    const observer = new MutationObserver((records) => trail.onChange(records));
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ["disabled", "hidden", "open", "inert"],
    });
    const onFocus = ({ target }: FocusEvent) => trail.add(target instanceof Element ? target : null, false);
    // Not every browser focuses a clicked control. A click outside controls deliberately leaves no focus.
    const onPointer = ({ target }: PointerEvent) => trail.add(target instanceof Element ? target.closest(FOCUSABLE) : null, true);
    const onKey = () => (trail.byPointer = false);
    document.addEventListener("focusin", onFocus);
    document.addEventListener("pointerdown", onPointer);
    document.addEventListener("keydown", onKey, true);
    return () => {
      observer.disconnect();
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("pointerdown", onPointer);
      document.removeEventListener("keydown", onKey, true);
    };
  }, []);
}

/** The recently focused controls, the latest last, and the former places of the removed ones. */
class FocusTrail {
  byPointer = false;
  #elements: Element[] = [];
  readonly #places = new WeakMap<Element, Place>();
  /** The control that lost the focus by being disabled, which may be temporary. */
  #disabled: Element | null = null;
  #isRestoring = false;

  add(element: Element | null, byPointer: boolean): void {
    if (byPointer) this.byPointer = true;
    // A heading only substitutes the lost control. When the heading is removed too, the control's place counts.
    if (this.#isRestoring && element?.matches(FOCUSABLE) === false) return;
    if (element === null) this.#elements = [];
    else this.#elements = [...this.#elements.filter((each) => each !== element), element].slice(-TRAIL_LENGTH);
  }

  onChange(records: readonly MutationRecord[]): void {
    const last = this.#elements.at(-1);
    if (last === undefined) return;
    for (const record of records) if (record.removedNodes.length > 0) this.#noteRemoval(record, records);
    // The browser returns the focus to the control that opened a dialog, but only after this callback.
    if (records.some(({ target }) => target instanceof HTMLDialogElement && !target.open)) return void setTimeout(() => this.onChange([]));
    const wasMoved = last.isConnected && records.some(({ removedNodes }) => [...removedNodes].some((node) => node.contains(last)));
    const active = document.activeElement;
    if (active !== null && active !== document.body && !(active === last && !canHoldFocus(last))) return;
    if (last.isConnected && last.matches(":disabled")) this.#disabled = last;
    else if (!canHoldFocus(last)) {
      this.#isRestoring = true;
      this.#restore();
      this.#isRestoring = false;
    }
    // A control that moved or is enabled again. Otherwise the user left the page on purpose, for example with Tab at its end.
    else if (wasMoved || this.#disabled === last) giveFocus(last, this.#options);
  }

  get #options(): FocusOptions {
    return { byPointer: this.byPointer };
  }

  #noteRemoval(record: MutationRecord, records: readonly MutationRecord[]): void {
    for (const removed of record.removedNodes) {
      if (!(removed instanceof Element) || !(record.target instanceof Element)) continue;
      for (const element of this.#elements) {
        const known = this.#places.get(element);
        // A removed part can be removed again as part of a larger one.
        const wasIn = removed.contains(element) || (known !== undefined && removed.contains(known.parent));
        if (wasIn && !element.isConnected) this.#places.set(element, placeOf(removed, record, records));
      }
    }
  }

  #restore(): void {
    for (const element of this.#elements.toReversed()) {
      if (canHoldFocus(element)) {
        if (giveFocus(element, this.#options)) return;
        continue;
      }
      const place = this.#places.get(element);
      if (element.isConnected) {
        // Hidden with its fold or dialog.
        if (focusOpener(element, this.#options) || focusHeading(element, this.#options)) return;
      } else if (place?.parent.isConnected === true && place.parent !== document.body) {
        if (focusPlace(place, element, this.#options) || focusHeading(place.parent, this.#options)) return;
      }
    }
    focusPage(this.#options);
  }
}

function placeOf(removed: Element, { target, nextSibling, previousSibling }: MutationRecord, records: readonly MutationRecord[]): Place {
  const added = records
    .filter((record) => record.target === target)
    .flatMap((record) => [...record.addedNodes])
    .filter((node) => node instanceof Element);
  return {
    parent: target as Element,
    removed,
    next: elementFrom(nextSibling, "next"),
    previous: elementFrom(previousSibling, "previous"),
    added,
  };
}

function elementFrom(node: Node | null, direction: "next" | "previous"): Element | null {
  if (node === null || node instanceof Element) return node;
  if (!(node instanceof CharacterData)) return null;
  const { nextElementSibling, previousElementSibling } = node;
  return direction === "next" ? nextElementSibling : previousElementSibling;
}

/** Tries the replacements of the item and its neighbours, then the item's new place, then any other control next to it. */
function focusPlace({ removed, next, previous, added }: Place, lost: Element, options: FocusOptions): boolean {
  const after = siblingsFrom(next, "nextElementSibling");
  const before = siblingsFrom(previous, "previousElementSibling");
  const isItem = removed.matches("li, tr, article, [role=row], [role=treeitem], [role=listitem]");
  const isAlike = (each: Element) => each.tagName === removed.tagName;
  // Nodes that came next to the replacement are of another kind.
  const replacements = [...added.filter(isAlike), ...added, ...[...after, ...before].filter(isAlike)];
  if (isItem && replacements.some((each) => focusWithin(each, removed, lost, options))) return true;
  const moved = movedItem(lost);
  if (moved !== null && focusWithin(moved.to, moved.from, lost, options)) return true;
  return !isItem && [...replacements, ...after, ...before].some((each) => focusWithin(each, removed, lost, options));
}

/** The new place of the item around a lost control: the item with the same label, such as an order's card in the next column. */
function movedItem(lost: Element): { readonly from: Element; readonly to: Element } | null {
  const from = lost.closest("article[aria-labelledby]");
  const to = document.getElementById(from?.getAttribute("aria-labelledby") ?? "")?.closest("article");
  return from === null || to === undefined || to === null || to === from ? null : { from, to };
}

function siblingsFrom(start: Element | null, direction: "nextElementSibling" | "previousElementSibling"): Element[] {
  const siblings: Element[] = [];
  for (let each = start; each?.isConnected === true; each = each[direction]) siblings.push(each);
  return siblings;
}

function focusOpener(element: Element, options: FocusOptions): boolean {
  const fold = element.closest("details:not([open])");
  return fold !== null && giveFocus(fold.querySelector("summary"), options);
}

function canHoldFocus(element: Element): boolean {
  return element.isConnected && !element.matches(":disabled") && element.closest("[inert]") === null && element.checkVisibility();
}
