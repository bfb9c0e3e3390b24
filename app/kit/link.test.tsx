import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub, Link as RouterLink, type LinkProps } from "react-router";
import { expect, test } from "vitest";
import { Link } from "./link.tsx";

const drawn = (Drawn: typeof RouterLink, props: LinkProps) => {
  const Page = createRoutesStub([{ path: "/here/:id", Component: () => <Drawn {...props} /> }]);
  // The order of attributes means nothing.
  const [, attributes = "", content] = /^<a([^>]*)>(.*)<\/a>$/.exec(renderToStaticMarkup(<Page initialEntries={["/here/7"]} />)) ?? [];
  return { attributes: attributes.split(/ (?=[\w-]+=)/).toSorted(), content };
};

test.each<LinkProps>([
  { to: "/" },
  { to: "/products/7", prefetch: "intent", className: "chip", "aria-current": "page" },
  { to: "/7/products?tag=vegan&page=2#top", replace: true, preventScrollReset: true },
  { to: "/about-us#reviews", reloadDocument: true, viewTransition: true, relative: "path", state: { from: 1 } },
  { to: "/a", discover: "none", target: "_blank", "aria-label": "Elsewhere", defaultShouldRevalidate: false },
  { to: "/a/../b" },
  { to: "/a?" },
  { to: "/a#" },
  { to: "/a?b#" },
  { to: "/a#b?c" },
  { to: "/a#b#c" },
  { to: "/#" },
  { to: "//a//b" },
  { to: "/ä b" },
  { to: "?page=2" },
  { to: "../up" },
  { to: "https://shop.example/a" },
  { to: { pathname: "/a", search: "?b" } },
])("a link is drawn by the server as the router would draw it: %j", (props) => {
  const own = drawn(Link as typeof RouterLink, { ...props, children: "Soup & bread" });
  expect(own).toEqual(drawn(RouterLink, { ...props, children: "Soup & bread" }));
  expect(own.content).toBe("Soup &amp; bread");
});
