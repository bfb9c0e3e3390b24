import { Link as RouterLink, type LinkProps } from "react-router";

/** Paths that the router leaves as they are: no "//", no "." or ".." in them, nothing to be encoded. */
const PLAIN = /^\/(?:[\w-]+(?:\/[\w-]+)*)?(?:[?#][\w=&%-]+(?:#[\w%-]+)?)?$/;

/**
 * The router's link. On the server a plain path needs none of what it does in a browser (its place in the history, what is fetched ahead, presses), which is a
 * tenth of what a page takes to draw: there it is the element that the router would draw.
 */
export const Link = typeof document === "undefined" ? ServerLink : RouterLink;

function ServerLink(props: LinkProps) {
  const { to, children, discover = "render", prefetch = "none", mask, ...others } = props;
  if (typeof to !== "string" || !PLAIN.test(to) || mask !== undefined || prefetch === "render") return <RouterLink {...props} />;
  const {
    relative: _relative,
    reloadDocument: _reloadDocument,
    replace: _replace,
    state: _state,
    preventScrollReset: _preventScrollReset,
    viewTransition: _viewTransition,
    defaultShouldRevalidate: _defaultShouldRevalidate,
    ...own
  } = others;
  return (
    <a {...own} href={to} data-discover={discover === "render" ? "true" : undefined}>
      {children}
    </a>
  );
}
