import { groupedNumber } from "#app/values/number.ts";
import { printText } from "./print.ts";

const BAR_WIDTH = 24;
const BAR_EVERY_MS = 100;
const LINE_EVERY_MS = 5_000;

export interface Progress {
  /** `total` 0 = unknown. */
  step(done: number, total: number): void;
  /** Removes the bar; without a terminal prints the result. */
  end(): void;
}

/** A bar on a terminal, else occasional lines. */
export function startProgress(label: string): Progress {
  const isTerminal = process.stderr.isTTY;
  const startedAt = Date.now();
  let shownAt = isTerminal ? 0 : startedAt;
  return {
    step(done, total) {
      if (Date.now() - shownAt < (isTerminal ? BAR_EVERY_MS : LINE_EVERY_MS)) return;
      shownAt = Date.now();
      const count = total > 0 ? `${groupedNumber(done)} of ${groupedNumber(total)}` : groupedNumber(done);
      if (!isTerminal) return printText(`${label}: ${count}`);
      const filled = total > 0 ? Math.min(BAR_WIDTH, Math.floor((done / total) * BAR_WIDTH)) : 0;
      const bar = total > 0 ? `${"█".repeat(filled)}${"░".repeat(BAR_WIDTH - filled)} ` : "";
      process.stderr.write(`\r\u001b[2K${label} ${bar}${count}`);
    },
    end() {
      if (isTerminal) process.stderr.write("\r\u001b[2K");
      else if (Date.now() - startedAt >= LINE_EVERY_MS) printText(`${label}: done in ${Math.round((Date.now() - startedAt) / 1000)} s`);
    },
  };
}
