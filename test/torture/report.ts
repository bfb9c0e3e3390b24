import fs from "node:fs";
import { SIZE } from "./size.ts";

/** One line of the table that `npm run test:torture` prints and writes as JSON. */
interface Figure {
  readonly promise: string;
  /** The number of attempts: "100 kills, 6 buyers". */
  readonly tried: string;
  /** The result: "0 lost, 0 double; ready again after 840 ms at most". */
  readonly result: string;
  readonly seed: number;
}

/** Prints the result, and adds it to the run's table if there is one. */
export function report(figure: Figure): void {
  console.info(`${figure.promise}: ${figure.tried}; ${figure.result}; seed ${figure.seed}`);
  const file = process.env.SHOPBELL_TORTURE_REPORT;
  if (file !== undefined) fs.appendFileSync(file, `${JSON.stringify({ ...figure, at: new Date().toISOString() })}\n`);
}

/** The median; 0 for an empty list. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** The promise after a kill or a power cut. Always reported; asserted in the long form, which runs on an otherwise idle machine. */
const READY_MS = 3_000;

/** The starts that took longer than promised, in milliseconds. */
export function lateStarts(readyMs: readonly number[]): readonly number[] {
  return SIZE.assertsReadyMs ? readyMs.filter((ms) => ms > READY_MS).map(Math.round) : [];
}

/** The time until the shop's first ready response: "ready again after 840 ms (median), 1210 ms (slowest), 20 of 20 times within 3 s". */
export function readyWords(readyMs: readonly number[]): string {
  const within = readyMs.filter((ms) => ms <= READY_MS).length;
  return `ready again after ${Math.round(median(readyMs))} ms (median), ${Math.round(Math.max(0, ...readyMs))} ms (slowest), ${within} of ${readyMs.length} times within ${READY_MS / 1000} s`;
}
