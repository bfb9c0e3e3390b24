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
