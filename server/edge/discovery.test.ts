import { RouterContextProvider, type ServerBuild } from "react-router";
import { expect, test } from "vitest";
import { smallBuild } from "#test/small-shop.ts";
import { pathsAskedAbout, withOnePathPerRoute } from "./discovery.ts";
import { requestHandler } from "./request-handler.ts";

const drawn = () => null;
const build = {
  ...smallBuild({
    "": { id: "home", default: drawn },
    "products/:id": { default: drawn },
    ":id/products": { default: drawn },
    cart: { default: drawn },
    "*": { id: "page", default: drawn },
  }),
  routeDiscovery: { mode: "lazy", manifestPath: "/__manifest" },
} as ServerBuild;

const question = (paths: string, version = "test") =>
  new Request(`http://shop/__manifest?${new URLSearchParams({ paths, version }).toString()}`, { headers: { Accept: "*/*" } });

async function answerTo(request: Request, about: readonly string[] = []): Promise<unknown> {
  const answer = await requestHandler(build, false, "/__manifest", about)(request, new RouterContextProvider());
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() };
}

test("of many links to the same routes one path for each is asked about, and the answer stays the same", async () => {
  const asked = question("/,/1/products,/12/products,/products/7,/products/8,/about,/about/us,products/9");
  const fewer = withOnePathPerRoute(build, asked);
  expect(new URL(fewer.url).searchParams.get("paths")).toBe("/,/12/products,/products/9,/about/us");
  expect(new URL(fewer.url).searchParams.get("version")).toBe("test");
  expect(fewer.headers.get("Accept")).toBe("*/*");
  expect(await answerTo(fewer, pathsAskedAbout(build, new URL(fewer.url)))).toEqual(await answerTo(asked));
});

test("an older build's question, an empty one and other addresses stay as they are answered", async () => {
  const old = question("/cart,/products/1", "an older one");
  expect(await answerTo(withOnePathPerRoute(build, old))).toEqual(await answerTo(old));
  const empty = question("");
  expect(await answerTo(withOnePathPerRoute(build, empty))).toEqual(await answerTo(empty));
  expect(withOnePathPerRoute(build, old)).toBe(old);
  const page = new Request("http://shop/cart?paths=/a,/b&version=test");
  expect(withOnePathPerRoute(build, page)).toBe(page);
});

const many = (count: number) => Array.from({ length: count }, (_, index) => `/text-${index}`).join(",");

test("a question no page of ours would ask is the router's, whose answer it stays", async () => {
  for (const asked of [question(many(100)), question(`/cart,/${"a".repeat(8000)}`)]) {
    expect(withOnePathPerRoute(build, asked)).toBe(asked);
    expect(pathsAskedAbout(build, new URL(asked.url))).toEqual([]);
  }
  expect(await answerTo(question(`/cart,/${"a".repeat(8000)}`))).toMatchObject({ status: 400 });
  expect(pathsAskedAbout(build, new URL(question(`${many(40)},/products/1,/products/2`).url))).toHaveLength(41);
});

test("a question about nothing there is leaves the answers to other questions as they are", async () => {
  // No route takes a path with a line break, not even the one for all other pages.
  const nothing = question("/a\nb");
  expect(await answerTo(withOnePathPerRoute(build, nothing), pathsAskedAbout(build, new URL(nothing.url)))).toMatchObject({ body: "{}" });
  expect(await answerTo(question("/cart"))).toMatchObject({ body: expect.stringContaining('"cart"') as string });
  expect(requestHandler(build, false, "/a\nb")).toBe(requestHandler(build, false, "/__manifest"));
});
