import { createStaticHandler, data, RouterContextProvider, type StaticHandlerContext } from "react-router";
import { expect, test } from "vitest";
import { requestContext } from "#app/http/context.server.ts";
import { withinPages } from "./within-pages.server.ts";

/** A page of a list whose second page has just been emptied, as the router asks for it; its action refuses. */
const router = createStaticHandler([
  {
    id: "list",
    path: "/list",
    loader: ({ url, context }) => withinPages({ url, context }, { page: 2, per_page: 1 }, { rows: [], total: 1 }),
    action: () => data({ message: "Nobody is chosen." }, { status: 409 }),
  },
]);

async function ask(init: RequestInit): Promise<Response | StaticHandlerContext> {
  const request = new Request("http://shop.example/list?page=2&q=a", init);
  const context = new RouterContextProvider();
  context.set(requestContext, { id: "test", method: request.method, clientAddress: "127.0.0.1", nonce: "" });
  return router.query(request, { requestContext: context });
}

test.for(["GET", "HEAD"])("a %s of the emptied page leads to the last one, in its place in the history", async (method) => {
  const answer = (await ask({ method })) as Response;
  expect([answer.status, answer.headers.get("Location"), answer.headers.get("X-Remix-Replace")]).toEqual([302, "/list?q=a", "true"]);
});

test("without scripts, what an action says is shown with the emptied page: a redirect would take it away", async () => {
  const answer = await ask({ method: "POST", body: new URLSearchParams({ intent: "hide" }) });
  expect(answer).toMatchObject({
    statusCode: 409,
    actionData: { list: { message: "Nobody is chosen." } },
    loaderData: { list: { rows: [], total: 1 } },
  });
});
