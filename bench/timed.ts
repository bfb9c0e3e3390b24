/** The duration of an operation, warmed up, over many runs. */
export interface Timing {
  readonly what: string;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export async function timed(what: string, runs: number, once: () => Promise<unknown>): Promise<Timing> {
  for (let warm = 0; warm < 5; warm += 1) await once();
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const begun = performance.now();
    await once();
    times.push(performance.now() - begun);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { what, p50Ms: at(0.5), p99Ms: at(0.99) };
}
