import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";
import { announce } from "./announcer.tsx";
import { plainTitle } from "./use-title-count.ts";
import { focusPage, giveFocus } from "./focus-target.ts";
import { isSamePage, type PageParams } from "./same-page.ts";

/**
 * After a client-side navigation, focuses the new page's title, as a browser starts a new document at its top, and announces its name. The
 * browser handles the first page of a document. Called once, by the root.
 */
export function usePageChange(params: PageParams): void {
  const location = useLocation();
  const focused = useRef(location);
  const announced = useRef(location);
  // Runs before the focus keeper misses the focus. The router handles scrolling.
  useLayoutEffect(() => {
    const isSame = isSamePage(focused.current, location, params);
    focused.current = location;
    if (isSame) return;
    const target = location.hash === "" ? null : document.getElementById(location.hash.slice(1));
    if (!giveFocus(target, { byPointer: true })) focusPage({ byPointer: true });
  }, [location, params]);
  useEffect(() => {
    const isSame = isSamePage(announced.current, location, params);
    announced.current = location;
    if (!isSame) announce(plainTitle());
  }, [location, params]);
}
