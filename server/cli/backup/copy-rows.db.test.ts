import pg from "pg";
import { expect, test } from "vitest";
import { createTestDatabase } from "#test/test-db.ts";
import { copyIn, copyOut } from "./copy-rows.ts";

const { url } = await createTestDatabase();

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

test("exports and imports rows in chunks, unchanged", async () => {
  const client = await connect();
  await client.query("create temp table texts (text text)");
  await client.query("insert into texts select repeat('a' || chr(10) || chr(9) || chr(92), 1000) || n from generate_series(1, 3000) n");
  const pieces = await Array.fromAsync(copyOut(client, "copy texts to stdout"));
  expect(pieces.length).toBeGreaterThan(1);
  await client.query("create temp table copies (text text)");
  const copy = copyIn(client, "copy copies from stdin");
  for (const piece of pieces) await copy.write(piece);
  expect(await copy.end()).toBe(3000);
  expect((await client.query("select count(*)::int as same from texts join copies using (text)")).rows).toEqual([{ same: 3000 }]);
  await client.end();
});

test("rejects on table errors and lost connections without hanging", async () => {
  const client = await connect();
  await client.query("create temp table numbers (n int)");
  const bad = copyIn(client, "copy numbers from stdin");
  await bad.write(Buffer.from("1\nx\n"));
  await expect(bad.end()).rejects.toThrow(/invalid input syntax/);
  expect((await client.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await expect(Array.fromAsync(copyOut(client, "copy nowhere to stdout"))).rejects.toThrow(/does not exist/);
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const cut = copyIn(client, "copy numbers from stdin");
  await cut.write(Buffer.from("1\n"));
  const other = await connect();
  await other.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
  const line = Buffer.from("1\n".repeat(100_000));
  const flood = async () => {
    for (let piece = 0; piece < 1_000; piece += 1) await cut.write(line);
    await cut.end();
  };
  // What the server said last, or that its end of the connection is closed: either may be noticed first.
  await expect(flood()).rejects.toThrow(/terminat|EPIPE|ECONNRESET/i);
  await other.end();
});
