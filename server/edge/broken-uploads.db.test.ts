import { once } from "node:events";
import net from "node:net";
import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { z } from "zod";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { parseJsonBody } from "#app/http/answers/parse-json.server.ts";
import { createLog } from "#server/log.ts";
import { bootSmallShop } from "#test/small-shop.ts";
import { createTestDatabase } from "#test/test-db.ts";

const { url } = await createTestDatabase();

test.each([
  ["announced in full", "Content-Length: 5000\r\n\r\n{"],
  ["sent in pieces", "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n"],
])("logs nothing when a client disconnects in the middle of a body (%s)", async (_how, rest) => {
  const isAnnounced = rest.startsWith("Content-Length");
  let logged = "";
  const log = createLog("info", new Writable({ write: (chunk: Buffer, _encoding, next) => next(void (logged += chunk.toString())) }));
  const begun: string[] = [];
  const ended: string[] = [];
  const call = apiRoute({
    POST: async ({ request }) => {
      begun.push("call");
      try {
        await parseJsonBody(request, z.object({}));
      } finally {
        ended.push("call");
      }
      return new Response("read");
    },
  });
  const page = {
    async action({ request }: { request: Request }) {
      begun.push("page");
      try {
        await request.formData();
      } finally {
        ended.push("page");
      }
      return null;
    },
    default: () => "read",
  };
  const shop = await bootSmallShop(url, { call, page }, { log });
  for (const [at, type] of [
    ["call", "application/json"],
    ["page", "application/x-www-form-urlencoded"],
  ] as const) {
    const socket = net.connect(Number(new URL(shop.url).port), "127.0.0.1");
    await once(socket, "connect");
    // "100 Continue" shows that the server has the request. One whose length is known reaches its route before the body does.
    socket.write(
      `POST /${at} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nSec-Fetch-Site: same-origin\r\nContent-Type: ${type}\r\n${rest}`,
    );
    await once(socket, "data");
    if (isAnnounced) await expect.poll(() => begun).toContain(at);
    socket.destroy();
  }
  if (isAnnounced) await expect.poll(() => ended.toSorted()).toEqual(["call", "page"]);
  await shop.stop();
  expect(logged).toBe("");
});
