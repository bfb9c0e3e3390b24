import type { DrawFigures } from "./draws.ts";
import type { FirstFigures, RateFigures } from "./orders.ts";
import type { ColdFigures, PageFigures } from "./pages.ts";
import type { PhoneFigures } from "./phone.ts";
import { spreadOf, type SizeFigures } from "./sizes.ts";
import type { Timing } from "./timed.ts";

/** Number formats of the results. */
export const round = (value: number, digits = 1) => Number(value.toFixed(digits));
export const heading = (text: string) => console.log(`\n${text}`);
export const note = (text: string) => console.log(text);

export function showPage({ page, shop, reference, rate, p99Ratio, processorUs, processorRate }: PageFigures): void {
  const processor =
    processorUs === null || processorRate === null
      ? ""
      : ` · processor ${round(processorUs.shop)} µs of ${round(processorUs.reference)}: ${round(processorRate * 100)} %`;
  note(
    `${page.padEnd(10)} ${round(shop.requestsPerSecond, 0)} req/s (p50 ${round(shop.p50Ms, 2)} ms, p99 ${round(shop.p99Ms, 2)} ms, failures ${shop.failures}) · bare node:http ${round(reference.requestsPerSecond, 0)} req/s (p99 ${round(reference.p99Ms, 2)} ms) · rate ${round(rate * 100)} %, p99 × ${round(p99Ratio)}${processor}`,
  );
}

export function showCold({ what, p50Ms, p99Ms, nodeMs, databaseMs }: ColdFigures): void {
  const processor =
    nodeMs === null || databaseMs === null ? "" : ` · processor: Node ${round(nodeMs)} ms, PostgreSQL ${round(databaseMs)} ms`;
  note(`${what.padEnd(24)} p50 ${round(p50Ms)} ms, p99 ${round(p99Ms)} ms${processor}`);
}

export function showDraws({ page, afterStartMs, warmMs, turns, keptMs, databaseMs }: DrawFigures): void {
  note(
    `${page.padEnd(10)} Node for one person ${round(afterStartMs)} ms after a start, ${round(warmMs)} ms warm (${turns.map((ms) => round(ms)).join(" ")}) · kept for everybody ${round(keptMs)} ms · PostgreSQL ${round(databaseMs)} ms`,
  );
}

export function showPhone({ page, fcpMs, lcpMs, tbtMs, tbtAfterPaintMs, cls, largest }: PhoneFigures): void {
  const blocked = `TBT ${round(tbtMs, 0)} ms, ${round(tbtAfterPaintMs, 0)} of it after the first paint`;
  note(`${page.padEnd(10)} FCP ${round(fcpMs, 0)} ms · LCP ${round(lcpMs, 0)} ms (${largest}) · ${blocked} · CLS ${round(cls, 4)}`);
}

export function showRate({ what, shopPerSecond, referencePerSecond, rate, p50Ms, p99Ms }: RateFigures): void {
  note(
    `${what.padEnd(10)} ${round(shopPerSecond)} /s (p50 ${round(p50Ms)} ms, p99 ${round(p99Ms)} ms) · bare server ${round(referencePerSecond)} /s · ${round(1 / rate)} × slower`,
  );
}

export function showFirst(count: number, { perSecond, nodeMs, databaseMs }: FirstFigures): void {
  const processor =
    nodeMs === null || databaseMs === null ? "" : ` · processor of one: Node ${round(nodeMs)} ms, PostgreSQL ${round(databaseMs)} ms`;
  note(`${"cold".padEnd(10)} ${round(perSecond)} /s, the first ${count} purchases after a start${processor}`);
}

/** The timings of one size below each other, after a line with the slowest and the reference, if any. */
export function showTimings(title: string, figures: readonly Timing[], reference?: Timing): void {
  const worst = figures.toSorted((a, b) => b.p99Ms - a.p99Ms)[0];
  if (reference !== undefined && worst !== undefined)
    note(
      `${title}: worst p99 ${round(worst.p99Ms)} ms (${worst.what}) · bare pg p50 ${round(reference.p50Ms, 2)} ms, p99 ${round(reference.p99Ms, 2)} ms`,
    );
  for (const { what, p50Ms, p99Ms } of figures) note(`  ${what.padEnd(30)} p50 ${round(p50Ms, 2)} ms, p99 ${round(p99Ms, 2)} ms`);
}

/** Each page at each size below each other, then the spread of the sizes. */
export function showSizes(figures: readonly SizeFigures[]): void {
  const percent = (part: number) => `${round(part * 100)} %`;
  for (const page of new Set(figures.map((each) => each.page))) {
    for (const each of figures.filter((one) => one.page === page))
      note(
        `${page.padEnd(10)} ${each.size.toLocaleString("en").padStart(7)} products: ${round(each.perSecond, 0)} /s of processor ` +
          `(${round(each.us)} µs, median ${round(each.medianUs)}), ${percent(each.ofSmallest)} of the smallest's time ± ${percent(each.error)} · ${each.bytes} bytes · failures ${each.failures}`,
      );
    const { spread, error } = spreadOf(figures, page);
    note(`${page.padEnd(10)} within ${percent(spread)}, one size by itself ± ${percent(error)}`);
  }
}
