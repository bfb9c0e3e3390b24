import { createElement } from "react";
import { RouterContextProvider, Scripts, type ServerBuild } from "react-router";
import { expect, test } from "vitest";
import { requestContext } from "#app/http/context.server.ts";
import { smallBuild } from "#test/small-shop.ts";
import { requestHandler } from "./request-handler.ts";

const told = ({ params, request }: { readonly params: object; readonly request: Request }) =>
  Response.json({ params, method: request.method });
const build = smallBuild({
  "api/things/:id": { loader: told, action: told },
  "api/*": { loader: () => new Response("none", { status: 404 }) },
});

async function ask(method: string, path: string): Promise<unknown> {
  const request = new Request(`http://shop${path}`, { method });
  const answer = await requestHandler(build, false, path)(request, new RouterContextProvider());
  return answer.status === 200 ? answer.json() : answer.status;
}

test("a call is answered by a handler that knows its own route only, with the params and the method it has", async () => {
  expect(await ask("GET", "/api/things/7")).toEqual({ params: { id: "7" }, method: "GET" });
  expect(await ask("POST", "/api/things/kale%20soup")).toEqual({ params: { id: "kale soup" }, method: "POST" });
  expect(requestHandler(build, false, "/api/things/7")).toBe(requestHandler(build, false, "/api/things/8"));
});

const drawn = () => createElement(Scripts);
const pages = {
  ...smallBuild({
    "": { id: "home", default: drawn },
    about: { default: drawn },
    "about/:id": { default: drawn },
    elsewhere: { default: drawn },
    "api/things": { loader: told },
  }),
  routeDiscovery: { mode: "lazy", manifestPath: "/__manifest" },
} as ServerBuild;

/** What the page at a path tells the browser of the routes. */
async function routesToldBy(path: string): Promise<readonly string[]> {
  const context = new RouterContextProvider();
  context.set(requestContext, { id: "1", method: "GET", clientAddress: "127.0.0.1", nonce: "n" });
  const page = await (await requestHandler(pages, false, path)(new Request(`http://shop${path}`), context)).text();
  const [, manifest = ""] = /__reactRouterManifest = (\{[\s\S]*?\n\});/.exec(page) ?? [];
  return Object.keys((JSON.parse(manifest) as { readonly routes: object }).routes).toSorted();
}

test("a page is drawn by a handler that knows its own route and those at the paths above it, which it tells the browser of", async () => {
  expect(await routesToldBy("/about/7")).toEqual(["about", "about/:id", "home", "root"]);
  expect(await routesToldBy("/elsewhere")).toEqual(["elsewhere", "home", "root"]);
  expect(requestHandler(pages, false, "/about/7")).toBe(requestHandler(pages, false, "/about/8"));
});

test("the router's own addresses know all routes", async () => {
  const asked = new Request("http://shop/__manifest?paths=/elsewhere,/about&version=test");
  const answer = await requestHandler(pages, false, "/__manifest")(asked, new RouterContextProvider());
  expect(Object.keys((await answer.json()) as object).toSorted()).toEqual(["about", "elsewhere", "root"]);
});

test("a page's own data are no call, whatever call their address looks like", () => {
  const all = requestHandler(build, false, "/");
  expect([requestHandler(build, false, "/api/things/7.data"), requestHandler(build, false, "/_.data")]).toEqual([all, all]);
  expect(requestHandler(build, false, "/api/things/7")).not.toBe(all);
});

test("what no call answers goes to the route for all the rest, and calls do not share a handler", async () => {
  expect(await ask("GET", "/api/nothing")).toBe(404);
  expect(requestHandler(build, false, "/api/nothing")).not.toBe(requestHandler(build, false, "/api/things/7"));
});
