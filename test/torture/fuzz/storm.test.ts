import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { Door } from "./shots.ts";
import { shoot } from "./storm.ts";

const doorOf = (name: string): Door => ({ name, isForStaff: false, draw: (dice) => ({ method: "GET", path: `/${name}/${dice.next()}` }) });

test("a door gets the same requests wherever it stands among the others", async () => {
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
