import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { serverFlags } from "./shop-process.ts";

export interface ImportFigures {
  readonly what: string;
  readonly seconds: number;
  /** The maximum growth of the process. */
  readonly grownMb: number;
  /** The remaining growth at the end, after a garbage collection. */
  readonly keptMb: number;
}

/**
 * Imports files of many products in a process with the server's flags: new, unchanged, and with every price changed (import-process.ts).
 */
export async function benchImport(databaseUrl: string, products: number): Promise<readonly ImportFigures[]> {
  const args = [...serverFlags, "--expose-gc", "bench/import-process.ts", databaseUrl, String(products)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as readonly ImportFigures[];
}
