import { useLayoutEffect, useRef } from "react";
import { giveFocus } from "./focus-target.ts";

/** What to focus; found only when it is on the page. */
type FindElement = () => Element | null | undefined;

/**
 * For an act that replaces the control it was made with: call the returned function together with the change of state, and what `find` returns
 * gets the focus as soon as the change is rendered.
 */
export function useFocusAfter(): (find: FindElement) => void {
  const wanted = useRef<FindElement | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const find = wanted.current;
    wanted.current = null;
    giveFocus(find());
  });
  return (find) => {
    wanted.current = find;
  };
}
