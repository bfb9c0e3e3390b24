/** As a `ref`: moves the focus to what has just taken the place of the pressed button. */
export function focusOnceShown(element: HTMLElement | null): void {
  element?.focus();
}
