import { Writable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { withRequestId } from "#app/platform/request-id.server.ts";
import { createLog } from "./log.ts";

test("a logged error has its place and code, and no customer input", () => {
  let written = "";
  const log = createLog("info", new Writable({ write: (chunk: Buffer, _encoding, next) => next(void (written += chunk.toString())) }));
  const refusal = Object.assign(new Error("duplicate key"), { code: "23505", detail: "Key (email)=(ana@x.test) already exists." });
  log.error({ err: new DrizzleQueryError("insert into customers values ($1)", ["ana@x.test"], refusal) }, "a call failed");
  expect(JSON.parse(written)).toMatchObject({
    msg: "a call failed",
    err: {
      message: "Failed query: insert into customers values ($1)",
      stack: expect.stringContaining("log.test.ts") as string,
      cause: { message: "duplicate key", code: "23505" },
    },
  });
  expect(written).not.toContain("ana@x.test");
});

test("readable lines have the fields, and the stack below", () => {
  let written = "";
  const log = createLog("info", { write: (line) => void (written += line) }, "pretty");
  log.warn({ orderId: "o1", tries: 2, err: new Error("no answer", { cause: new Error("reset") }) }, "a payment could not be read");
  expect(written).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z WARN {2}a payment could not be read orderId=o1 tries=2\n {4}Error: no answer\n/);
  expect(written).toMatch(/caused by\n {4}Error: reset/);
});

test("log lines have the id of their request, also after a wait", async () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  await Promise.all(
    ["first", "second"].map((id) =>
      withRequestId(id, async () => {
        await setImmediate();
        log.info({ orderId: `order of ${id}` }, "captured");
      }),
    ),
  );
  log.info("started");
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { requestId: "first", orderId: "order of first" },
    { requestId: "second", orderId: "order of second" },
    { msg: "started" },
  ]);
  expect(lines[2]).not.toContain("requestId");
});
