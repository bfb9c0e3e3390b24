import { NEAR_CLOSING_MINUTES, STORE_CHECK_MS, STORE_CHECK_NEAR_CLOSING_MS } from "#app/values/limits.ts";

/** From this instant (seconds since 1970) the closed banner shows this sentence ("" while open) and the staff's message ("" = none). */
export type BannerChange = readonly [from: number, sentence: string, message: string];

/** The closed banner's texts for some days, precomputed (banner-changes.ts). Reading it needs neither the hours nor the shop's clock. */
export interface BannerList {
  /** Earliest first. */
  readonly changes: readonly BannerChange[];
  /** Seconds since 1970. From then on the list is outdated. */
  readonly until: number;
}

/** The banner's current text; null = the list is outdated. */
export function bannerAt({ changes, until }: BannerList, now: Date): BannerChange | null {
  const seconds = now.getTime() / 1000;
  return seconds < until ? (changes.findLast(([from]) => from <= seconds) ?? null) : null;
}

/** The delay until the next check, in milliseconds: docs/rules/opening-hours-and-times.md. */
export function nextLook(list: BannerList, now: Date): number {
  const seconds = now.getTime() / 1000;
  const isOpen = (bannerAt(list, now)?.[1] ?? "") === "";
  const next = list.changes.find(([from]) => from > seconds)?.[0] ?? Infinity;
  return isOpen && next - seconds > NEAR_CLOSING_MINUTES * 60 ? STORE_CHECK_MS : STORE_CHECK_NEAR_CLOSING_MS;
}
