import { expect, test } from "vitest";
import { z } from "zod";
import { urlInteger, urlList, urlSearch } from "#app/values/addresses/url.schema.ts";
import { wireLine } from "#app/values/wire.schema.ts";
import { readHeader, readPageQuery, readParam, readQuery } from "./read-query.server.ts";

const at = (search: string, headers: HeadersInit = {}) => new Request(`http://localhost/${search}`, { headers });

async function refusal(read: () => unknown): Promise<{ status: number; paths: string[] }> {
  try {
    read();
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    const { errors } = (await thrown.json()) as { errors: { path: string }[] };
    return { status: thrown.status, paths: errors.map(({ path }) => path) };
  }
  throw new Error("it was accepted");
}

test("reports repeated, unknown and invalid parameters of a call", async () => {
  const query = z.strictObject({ q: z.string(), page: urlInteger(1, 9).default(1) });
  expect(readQuery(at("?q=a"), query)).toEqual({ q: "a", page: 1 });
  for (const [search, path] of [
    ["?q=a&q=b", "q"],
    ["?q=a&x=1", "x"],
    ["?q=%00", "q"],
    ["?q=a%07", "q"],
    ["?q=a&page=1e1", "page"],
    ["?q=a&__proto__=1", "__proto__"],
  ] as const)
    expect(await refusal(() => readQuery(at(search), query)), search).toEqual({ status: 422, paths: [path] });
});

test("ignores invalid parameters of a page", () => {
  const query = z.object({
    q: urlSearch.default(""),
    page: urlInteger(1, 9).default(1),
    tag: urlList(wireLine("the tag", 5)).default([]),
  });
  const read = (search: string) => readPageQuery(at(search), query);
  expect(read("?q=soup&page=2&tag=a&tag=b")).toEqual({ q: "soup", page: 2, tag: ["a", "b"] });
  expect(read("?utm_source=x&__proto__=1&constructor=2")).toEqual({ q: "", page: 1, tag: [] });
  expect(read("?q=a%00b&page=1e999&tag=%1b")).toEqual({ q: "", page: 1, tag: [] });
  expect(read("?tag=a&tag=%07&tag=too-long&tag=a&tag=b").tag).toEqual(["a", "b"]);
  expect(read("?page=2&page=3&q=a&q=b")).toEqual({ q: "", page: 1, tag: [] });
  expect(read(`?q=${"x".repeat(10_000)}&tag=%ff%ZZ`)).toEqual({ q: "", page: 1, tag: ["\ufffd%ZZ"] });
});

test("reports an invalid header and returns 404 for an invalid path", async () => {
  const key = z.string("Send a key.").regex(/^[a-z]+$/, "Send a key.");
  expect(readHeader(at("", { "X-Key": "abc" }), "X-Key", key)).toBe("abc");
  expect(await refusal(() => readHeader(at(""), "X-Key", key))).toEqual({ status: 400, paths: ["X-Key"] });
  const missing = new Response(null, { status: 404 });
  const readId = async (text: string | undefined) => readParam(text, urlInteger(1, 9), () => missing);
  expect(await readId("7")).toBe(7);
  for (const text of ["0", "07", "1e0", "", "10", undefined]) await expect(readId(text)).rejects.toBe(missing);
});
