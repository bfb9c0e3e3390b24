import fs from "node:fs";
import path from "node:path";
import { connectClient } from "#app/platform/db/database.server.ts";
import { clusterLayout, type ClusterLayout } from "./cluster.ts";
import { removeLeftAddress } from "./server-address.ts";
import { orElse } from "./start-problem.ts";

/** Notes how the running server is reached, for the operator's commands beside a running shop. */
export function writeConnectionFile({ connectionFile }: ClusterLayout, url: string): void {
  fs.writeFileSync(connectionFile, JSON.stringify({ url }), { mode: 0o600 });
}

/** Removes the file, and the socket folder a killed server left outside the data directory. */
export function removeConnectionFile(layout: ClusterLayout): void {
  const url = readConnectionFile(layout);
  if (url !== undefined) removeLeftAddress(url);
  fs.rmSync(layout.connectionFile, { force: true });
}

/** undefined: absent, or cut off by a crash while it was written. */
function readConnectionFile({ connectionFile }: ClusterLayout): string | undefined {
  const text = orElse(["ENOENT"], "", () => fs.readFileSync(connectionFile, "utf8"));
  return text.endsWith("}") ? (JSON.parse(text) as { readonly url: string }).url : undefined;
}

/** The connection string of the embedded database while another process of the shop runs it on this data directory; undefined when none does. */
export async function findRunningPostgres(dataDir: string): Promise<string | undefined> {
  const url = readConnectionFile(clusterLayout(path.resolve(dataDir)));
  if (url === undefined) return undefined;
  try {
    await (await connectClient(url, 2000)).end();
    return url;
  } catch (error) {
    if (["ENOENT", "ECONNREFUSED"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}
