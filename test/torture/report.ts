import fs from "node:fs";

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

/** The promise after a kill; how long it takes depends on the machine, so that it is reported and not asserted. */
const READY_MS = 3_000;

/** How long the shop took until its first ready answer: "ready again after 840 ms (median), 1210 ms (slowest), 20 of 20 times within 3 s". */
export function readyWords(readyMs: readonly number[]): string {
  const sorted = readyMs.toSorted((a, b) => a - b);
  const [median, slowest] = [sorted[sorted.length >> 1] ?? 0, sorted.at(-1) ?? 0];
  const within = sorted.filter((ms) => ms <= READY_MS).length;
  return `ready again after ${Math.round(median)} ms (median), ${Math.round(slowest)} ms (slowest), ${within} of ${sorted.length} times within ${READY_MS / 1000} s`;
}
