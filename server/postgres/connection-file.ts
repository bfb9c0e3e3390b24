import fs from "node:fs";
import path from "node:path";
import { connectClient } from "#app/platform/db/database.server.ts";
import { clusterLayout, type ClusterLayout } from "./cluster.ts";
import { leftoverOf, removeAddress } from "./server-address.ts";

/** How to reach the running server, for the operator's commands beside a running shop. */
type Connection = { readonly url: string };

export function writeConnectionFile(layout: ClusterLayout, url: string): void {
  fs.rmSync(layout.connectionFile, { force: true });
  fs.writeFileSync(layout.connectionFile, JSON.stringify({ url } satisfies Connection), { mode: 0o600 });
}

/** Removes the file, and the socket folder a killed server left outside the data directory. */
export function removeConnectionFile(layout: ClusterLayout): void {
  const connection = findConnection(layout);
  const leftover = connection && leftoverOf(connection.url);
  if (leftover) removeAddress(leftover);
  fs.rmSync(layout.connectionFile, { force: true });
}

function findConnection(layout: ClusterLayout): Connection | undefined {
  try {
    return JSON.parse(fs.readFileSync(layout.connectionFile, "utf8")) as Connection;
  } catch (error) {
    // Absent, or cut off by a crash while it was written.
    if ((error as NodeJS.ErrnoException).code === "ENOENT" || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * The connection string of the embedded database while another process of the shop runs it on this data directory; undefined when none does.
 * Commands that only need the database use it instead of starting their own.
 */
export async function findRunningPostgres(dataDir: string): Promise<string | undefined> {
  const connection = findConnection(clusterLayout(path.resolve(dataDir)));
  if (!connection) return undefined;
  try {
    await (await connectClient(connection.url, 2000)).end();
    return connection.url;
  } catch (error) {
    if (["ENOENT", "ECONNREFUSED"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}
