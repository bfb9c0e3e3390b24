import { errorCode, textOf } from "#app/values/narrow.ts";
import fs from "node:fs";
import path from "node:path";
import { connectClient } from "#app/platform/db/database.server.ts";
import { clusterLayout, type ClusterLayout } from "./cluster.ts";
import { removeLeftAddress } from "./server-address.ts";
import { orElse } from "./start-problem.ts";

/** Stores the server's address for operator commands. */
export function writeConnectionFile({ connectionFile }: ClusterLayout, url: string): void {
  fs.writeFileSync(connectionFile, JSON.stringify({ url }), { mode: 0o600 });
}

/** Removes the file and a socket folder outside the data directory. */
export function removeConnectionFile(layout: ClusterLayout): void {
  const url = readConnectionFile(layout);
  if (url !== undefined) removeLeftAddress(url);
  fs.rmSync(layout.connectionFile, { force: true });
}

/** undefined: missing or truncated. */
function readConnectionFile({ connectionFile }: ClusterLayout): string | undefined {
  const text = orElse(["ENOENT"], "", () => fs.readFileSync(connectionFile, "utf8"));
  return text.endsWith("}") ? textOf(JSON.parse(text), "url") : undefined;
}

/** Connection string of the embedded database run by another process; undefined if none. */
export async function findRunningPostgres(dataDir: string): Promise<string | undefined> {
  const url = readConnectionFile(clusterLayout(path.resolve(dataDir)));
  if (url === undefined) return undefined;
  try {
    await (await connectClient(url, 2000)).end();
    return url;
  } catch (error) {
    if (["ENOENT", "ECONNREFUSED"].includes(errorCode(error))) return undefined;
    throw error;
  }
}
