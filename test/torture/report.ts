import fs from "node:fs";
import { SIZE } from "./size.ts";

/** One line of the table that `npm run test:torture` prints and writes as JSON. */
interface Figure {
  readonly promise: string;
  /** How hard it was tried: "100 kills, 6 buyers". */
  readonly tried: string;
  /** What came of it: "0 lost, 0 double; ready again after 840 ms at most". */
  readonly result: string;
  readonly seed: number;
}

/** Prints the figure, and hands it to the run's table where there is one. */
export function report(figure: Figure): void {
  console.info(`${figure.promise}: ${figure.tried}; ${figure.result}; seed ${figure.seed}`);
  const file = process.env.SHOPBELL_TORTURE_REPORT;
  if (file !== undefined) fs.appendFileSync(file, `${JSON.stringify({ ...figure, at: new Date().toISOString() })}\n`);
}

/** The middle one; 0 of none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** The promise after a kill or a power cut. Reported always; asserted in the long form, which runs on a machine that does little else. */
const READY_MS = 3_000;

/** The starts that took longer than promised, in milliseconds. */
export function lateStarts(readyMs: readonly number[]): readonly number[] {
  return SIZE.assertsReadyMs ? readyMs.filter((ms) => ms > READY_MS).map(Math.round) : [];
}

/** How long the shop took until its first ready answer: "ready again after 840 ms (median), 1210 ms (slowest), 20 of 20 times within 3 s". */
export function readyWords(readyMs: readonly number[]): string {
  const within = readyMs.filter((ms) => ms <= READY_MS).length;
  return `ready again after ${Math.round(median(readyMs))} ms (median), ${Math.round(Math.max(0, ...readyMs))} ms (slowest), ${within} of ${readyMs.length} times within ${READY_MS / 1000} s`;
}
