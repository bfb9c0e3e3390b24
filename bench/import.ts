import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { serverFlags } from "./shop-process.ts";

export interface ImportFigures {
  readonly what: string;
  readonly seconds: number;
  /** How much the process has grown at its largest. */
  readonly grownMb: number;
  /** What it still holds at the end, garbage thrown away. */
  readonly keptMb: number;
}

/** Files of so many products, brought in by a process with the server's flags: new, unchanged, and with every price changed (import-process.ts). */
export async function benchImport(databaseUrl: string, products: number): Promise<readonly ImportFigures[]> {
  const args = [...serverFlags, "--expose-gc", "bench/import-process.ts", databaseUrl, String(products)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as readonly ImportFigures[];
}
