import { useLayoutEffect, useRef } from "react";
import { giveFocus } from "./focus-target.ts";

/** Finds the element to focus. Called once it is on the page. */
type FindElement = () => Element | null | undefined;

/**
 * For an action that replaces the control it was made with. Call the returned function together with the state change: the element that
 * `find` returns gets the focus as soon as the change is rendered.
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
