import { expect, test } from "vitest";
import { z } from "zod";
import { parseJsonBody } from "./parse-json.server.ts";

const schema = z.strictObject({ name: z.string().max(10), quantity: z.int().min(1), tags: z.array(z.string()).optional() });

function post(body: BodyInit | null, type: string | null = "application/json"): Request {
  return new Request("http://localhost/api/x", { method: "POST", body, headers: type === null ? {} : { "Content-Type": type } });
}

async function refusal(
  request: Request,
): Promise<{ status: number; body: { message: string; errors?: { path: string; message: string }[] } }> {
  const thrown: unknown = await parseJsonBody(request, schema).catch((error: unknown) => error);
  if (!(thrown instanceof Response)) throw new Error("the body was accepted");
  return { status: thrown.status, body: (await thrown.json()) as { message: string } };
}

test("parses a valid body", async () => {
  expect(await parseJsonBody(post('{"name":"Ana","quantity":2}', "application/json; charset=utf-8"), schema)).toEqual({
    name: "Ana",
    quantity: 2,
  });
});

test("returns 415 for another or missing content type", async () => {
  expect((await refusal(post("name=Ana", "application/x-www-form-urlencoded"))).status).toBe(415);
  expect((await refusal(post(new Uint8Array([123, 125]), null))).status).toBe(415);
});

test("returns 400 for invalid JSON or UTF-8", async () => {
  for (const body of ["{", "", "nul", '{"name":"\n"}', new Uint8Array([0x22, 0xff, 0x22])]) {
    expect((await refusal(post(body))).status).toBe(400);
  }
});

test("returns 413 above 64 KB", async () => {
  expect((await refusal(post(JSON.stringify({ name: "x".repeat(65 * 1024) })))).status).toBe(413);
});

test("returns 422 with the invalid fields", async () => {
  const { status, body } = await refusal(post('{"name":5,"quantity":0,"price":1}'));
  expect(status).toBe(422);
  expect(body.errors?.map((error) => error.path).sort()).toEqual(["name", "price", "quantity"]);
  expect(body.message).toBe(`${body.errors?.[0]?.path}: ${body.errors?.[0]?.message}`);
});

const widgets = z.strictObject({
  size: z.enum(["small", "large"]),
  names: z.array(z.string()).max(2),
  what: z.discriminatedUnion("type", [z.strictObject({ type: z.literal("a") }), z.strictObject({ type: z.literal("b") })]),
});

test.each([
  [null, "Send an object with the fields of this call."],
  [{ size: "huge", names: [], what: { type: "a" } }, 'size: Send "small" or "large".'],
  [{ size: "small", what: { type: "a" } }, "names: This is missing. Send a list."],
  [{ size: "small", names: ["a", "b", "c"], what: { type: "a" } }, "names: Send at most 2 entries."],
  [{ size: "small", names: [], what: { type: "c" } }, 'what.type: Send "a" or "b".'],
  [{ size: "small", names: [], what: { type: "a" }, x: 1 }, "x: Leave out x; the fields here are size, names, what."],
  [{ size: "small", names: [], what: { type: "a", y: 1 } }, "what.y: Leave out y; the fields here are type."],
])("says of %j what would be right", async (body, message) => {
  const thrown: unknown = await parseJsonBody(post(JSON.stringify(body)), widgets).catch((error: unknown) => error);
  expect(thrown instanceof Response ? await thrown.json() : thrown).toMatchObject({ message });
});

test("returns 422 for characters the database cannot store", async () => {
  const deep = `${'{"a":['.repeat(5000)}"\\ud800"${"]}".repeat(5000)}`;
  for (const body of ['{"name":"a\\u0000"}', '{"name":"\\ud83d"}', '{"\\u0000":1}', '{"tags":["x\\u0000"]}', deep]) {
    expect((await refusal(post(body))).status).toBe(422);
  }
});

test("treats object prototype names as ordinary keys", async () => {
  expect((await refusal(post('{"__proto__":{"quantity":1},"name":"Ana","quantity":1}'))).body.errors?.map((error) => error.path)).toEqual([
    "__proto__",
  ]);
});

test("reports at most twenty errors", async () => {
  const body = JSON.stringify(Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`field${index}`, 1])));
  expect((await refusal(post(body))).body.errors).toHaveLength(20);
});
