import { createStaticHandler, data, RouterContextProvider, type StaticHandlerContext } from "react-router";
import { expect, test } from "vitest";
import { requestContext } from "#app/http/context.server.ts";
import { withinPages } from "./within-pages.server.ts";

/** A request for a list's second page that became empty; its action refuses. */
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

test.for(["GET", "HEAD"])("redirects a %s of an emptied page to the last one", async (method) => {
  const answer = (await ask({ method })) as Response;
  expect([answer.status, answer.headers.get("Location"), answer.headers.get("X-Remix-Replace")]).toEqual([302, "/list?q=a", "true"]);
});

test("renders an action's message on the emptied page without JavaScript", async () => {
  const answer = await ask({ method: "POST", body: new URLSearchParams({ intent: "hide" }) });
  expect(answer).toMatchObject({
    statusCode: 409,
    actionData: { list: { message: "Nobody is chosen." } },
    loaderData: { list: { rows: [], total: 1 } },
  });
});
