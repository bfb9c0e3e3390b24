import { useEffect } from "react";

/**
 * Content inserted by a key press must not push the focused control out of the window or under the save bar: the page scrolls to it. Users
 * who scroll away from the control are left alone. Called once, by the root.
 */
export function useFocusInView(): void {
  useEffect(() => {
    /** The control of the last key press and its vertical position. */
    let watched: { readonly element: Element; top: number } | null = null;
    const watch = (element: Element | null) => {
      watched = element === null || element === document.body || !isInWindow(element) ? null : { element, top: topOf(element) };
    };
    const onKey = () => watch(document.activeElement);
    const onFocus = (event: FocusEvent) => {
      if (watched !== null) watch(event.target instanceof Element ? event.target : null);
    };
    const onPointer = () => (watched = null);
    const onScroll = () => watch(watched?.element ?? null);
    const observer = new MutationObserver(() => {
      if (watched === null || watched.element !== document.activeElement || topOf(watched.element) === watched.top) return;
      // The page's scroll padding keeps it clear of the bars.
      watched.element.scrollIntoView({ block: "nearest" });
      watched.top = topOf(watched.element);
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    document.addEventListener("keydown", onKey, true);
    document.addEventListener("focusin", onFocus);
    document.addEventListener("pointerdown", onPointer, true);
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      observer.disconnect();
      document.removeEventListener("keydown", onKey, true);
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("pointerdown", onPointer, true);
      window.removeEventListener("scroll", onScroll);
    };
  }, []);
}

function topOf(element: Element): number {
  return element.getBoundingClientRect().top;
}

function isInWindow(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}
