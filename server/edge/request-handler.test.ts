import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
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

test("a page's own data are no call, whatever call their address looks like", () => {
  const all = requestHandler(build, false, "/");
  expect([requestHandler(build, false, "/api/things/7.data"), requestHandler(build, false, "/_.data")]).toEqual([all, all]);
  expect(requestHandler(build, false, "/api/things/7")).not.toBe(all);
});

test("what no call answers goes to the route for all the rest, and calls do not share a handler", async () => {
  expect(await ask("GET", "/api/nothing")).toBe(404);
  expect(requestHandler(build, false, "/api/nothing")).not.toBe(requestHandler(build, false, "/api/things/7"));
});
