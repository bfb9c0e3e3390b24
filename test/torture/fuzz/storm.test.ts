import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { throwDiceFor } from "#test/torture/size.ts";
import type { Door } from "./shots.ts";
import { spoilValue } from "./spoil.ts";
import { shoot } from "./storm.ts";

const doorOf = (name: string): Door => ({
  name,
  isForStaff: false,
  isUpload: name === "upload",
  draw: (dice) => ({ method: "GET", path: `/${name}/${dice.next()}` }),
});

test("an entry point gets the same requests, independent of the others", async () => {
  let paths: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    paths.push(url);
    response.end();
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const requestsTo = async (...names: string[]) => {
    paths = [];
    await shoot(url, names.map(doorOf), { seed: 26, count: 3, cookie: async () => "", before: async () => undefined });
    return paths.toSorted();
  };
  const both = await requestsTo("cart", "menu");
  expect(new Set(both.map((path) => path.split("/")[2])).size).toBe(6);
  expect(await requestsTo("menu", "cart")).toEqual(both);
  expect([...(await requestsTo("cart")), ...(await requestsTo("menu"))]).toEqual(both);
});

test("an upload limit is no failure, but the same response elsewhere is", async () => {
  const server = createServer((_, response) => response.writeHead(503, { "Retry-After": "2" }).end());
  onTestFinished(() => void server.close());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const options = { seed: 26, count: 1, cookie: async () => "", before: async () => undefined };
  const { findings } = await shoot(url, [doorOf("upload"), doorOf("cart")], options);
  expect(findings).toEqual([expect.stringMatching(/^cart, shot 0: 503/)]);
});

test("a list changed three times stays below ten megabytes", () => {
  const menu = Array.from({ length: 50 }, (_, id) => ({ id, items: [{ id, text: "Breads" }] }));
  for (let part = 0; part < 200; part += 1) {
    const dice = throwDiceFor(`menu ${part}`, 26);
    const spoiled = spoilValue(spoilValue(spoilValue(menu, dice), dice), dice);
    expect(JSON.stringify(spoiled).length).toBeLessThan(10_000_000);
  }
});
