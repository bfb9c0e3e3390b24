import { useEffect } from "react";
import { FOCUSABLE, focusHeading, focusPage, focusWithin, giveFocus, type FocusOptions } from "./focus-target.ts";

/** Where an element was when it left the page. */
interface Place {
  readonly parent: Element;
  /** The part of the page that was removed: the element itself or one around it. */
  readonly removed: Element;
  readonly next: Element | null;
  readonly previous: Element | null;
  /** What came into the same parent with the same change. */
  readonly added: readonly Element[];
}

/** How far back: a control in a menu in a dialog that was opened by a button. */
const TRAIL_LENGTH = 6;

/**
 * The focus never falls back to the body. When the focused control is removed, disabled or hidden, the focus goes to what replaced it: what was
 * rendered in its place, else the same control of the next or previous item, else the control used before, else the nearest heading. A
 * component that knows better focuses something itself, in an effect. Called once, by the root.
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
    // Not every browser focuses what is clicked; a click on nothing means to have no focus.
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

/** The controls that had the focus, the latest last, and where those were that have gone. */
class FocusTrail {
  byPointer = false;
  #elements: Element[] = [];
  readonly #places = new WeakMap<Element, Place>();
  /** Lost the focus because it was disabled, which may end soon. */
  #disabled: Element | null = null;
  #isRestoring = false;

  add(element: Element | null, byPointer: boolean): void {
    if (byPointer) this.byPointer = true;
    // A heading stands in for the lost control. When it is removed too, the place of that control counts.
    if (this.#isRestoring && element?.matches(FOCUSABLE) === false) return;
    if (element === null) this.#elements = [];
    else this.#elements = [...this.#elements.filter((each) => each !== element), element].slice(-TRAIL_LENGTH);
  }

  onChange(records: readonly MutationRecord[]): void {
    const last = this.#elements.at(-1);
    if (last === undefined) return;
    for (const record of records) if (record.removedNodes.length > 0) this.#noteRemoval(record, records);
    // The browser gives the focus back to what opened a dialog, but after this.
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
    // A control that moved or is usable again; else the page was left on purpose, as by Tab at its end.
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
        // What was removed with a part of the page can be removed once more with a greater one.
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
        // Hidden with the fold or dialog around it.
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

/** First what took the place of an item or the items beside it; then where the item is now; then any other control beside it. */
function focusPlace({ removed, next, previous, added }: Place, lost: Element, options: FocusOptions): boolean {
  const after = siblingsFrom(next, "nextElementSibling");
  const before = siblingsFrom(previous, "previousElementSibling");
  const isItem = removed.matches("li, tr, article, [role=row], [role=treeitem], [role=listitem]");
  const isAlike = (each: Element) => each.tagName === removed.tagName;
  // What came beside the replacement is of another kind.
  const replacements = [...added.filter(isAlike), ...added, ...[...after, ...before].filter(isAlike)];
  if (isItem && replacements.some((each) => focusWithin(each, removed, lost, options))) return true;
  const moved = movedItem(lost);
  if (moved !== null && focusWithin(moved.to, moved.from, lost, options)) return true;
  return !isItem && [...replacements, ...after, ...before].some((each) => focusWithin(each, removed, lost, options));
}

/** Where the item around a lost control is now: the one with the same label, such as an order's card in the next column. */
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
