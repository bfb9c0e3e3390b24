/** Elements that Tab can reach. */
export const FOCUSABLE =
  "a[href], button:not(:disabled), input:not(:disabled, [type=hidden]), select:not(:disabled), textarea:not(:disabled), summary, iframe, [contenteditable=true], [tabindex]:not([tabindex='-1'])";

const HEADING = "h1, h2, h3, h4, h5, h6, legend";
const TEXT_ENTRY = "textarea, select, [contenteditable=true], input:not([type=checkbox], [type=radio], [type=button], [type=submit])";

export interface FocusOptions {
  /** The page does not scroll, and no text field (with its on-screen keyboard) gets the focus. */
  readonly byPointer?: boolean;
}

/** Focuses an element and adds a tabindex if needed. Returns whether it has the focus: a modal dialog blocks everything outside it. */
export function giveFocus(element: Element | null | undefined, { byPointer = false }: FocusOptions = {}): boolean {
  if (!(element instanceof HTMLElement) || !element.isConnected || !element.checkVisibility()) return false;
  if (byPointer && element.matches(TEXT_ENTRY)) return false;
  const isMadeFocusable = !element.matches(FOCUSABLE) && !element.hasAttribute("tabindex");
  if (isMadeFocusable) element.tabIndex = -1;
  element.focus({ preventScroll: byPointer });
  const hasFocus = document.activeElement === element;
  if (isMadeFocusable && !hasFocus) element.removeAttribute("tabindex");
  return hasFocus;
}

/** Focuses the page's title, or the main element if there is none. */
export function focusPage(options?: FocusOptions): boolean {
  return giveFocus(document.querySelector("main h1, h1"), options) || giveFocus(document.querySelector("main"), options);
}

/** Focuses the heading nearest to `from`: that of its own section, else of a section around it. */
export function focusHeading(from: Element, options?: FocusOptions): boolean {
  for (let around: Element | null = from; around !== null && around !== document.body; around = around.parentElement) {
    const heading = [...around.querySelectorAll(HEADING)].find((each) => each.checkVisibility());
    if (giveFocus(heading, options)) return true;
  }
  return focusPage(options);
}

/** Focuses the control of a neighbouring item that corresponds to the lost one; otherwise the neighbour's first control. */
export function focusWithin(neighbour: Element, removed: Element, lost: Element, options?: FocusOptions): boolean {
  const controls = controlsOf(neighbour);
  const formerControls = controlsOf(removed);
  const isNamed = lost.hasAttribute("name") || lost.hasAttribute("data-act");
  const sameName = isNamed ? controls.find((each) => signature(each) === signature(lost)) : undefined;
  const samePlace = controls.length === formerControls.length ? controls[formerControls.indexOf(lost)] : undefined;
  return [sameName, samePlace, ...controls].some((control) => giveFocus(control, options));
}

function controlsOf(element: Element): Element[] {
  const within = [...element.querySelectorAll(FOCUSABLE)];
  return element.matches(FOCUSABLE) ? [element, ...within] : within;
}

/** `data-act` identifies a control whose value differs from item to item. */
function signature(element: Element): string {
  return element.getAttribute("data-act") ?? `${element.getAttribute("name")}\n${element.getAttribute("value")}`;
}
