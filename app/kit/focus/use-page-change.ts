import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";
import { announce } from "./announcer.tsx";
import { plainTitle } from "./use-title-count.ts";
import { focusPage, giveFocus } from "./focus-target.ts";

/** The part of a list is a page of its own; its order and filters are not: there the focus stays on the control. */
const PAGE_PARAMS = ["page", "view"];

/**
 * After a client-side page change: focuses the new page's title, as a browser starts a new document from its top, and announces its name. The
 * first page of a document is the browser's own affair. Called once, by the root.
 */
export function usePageChange(): void {
  const { pathname, search, hash } = useLocation();
  const params = new URLSearchParams(search);
  const page = [pathname, ...PAGE_PARAMS.map((name) => params.get(name) ?? "")].join("\n");
  const focused = useRef(page);
  const announced = useRef(page);
  // Before the focus is missed; scrolling is the router's.
  useLayoutEffect(() => {
    if (focused.current === page) return;
    focused.current = page;
    const target = hash === "" ? null : document.getElementById(hash.slice(1));
    if (!giveFocus(target, { byPointer: true })) focusPage({ byPointer: true });
  }, [page, hash]);
  useEffect(() => {
    if (announced.current === page) return;
    announced.current = page;
    announce(plainTitle());
  }, [page]);
}
