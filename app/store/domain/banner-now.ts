import { NEAR_CLOSING_MINUTES, STORE_CHECK_MS, STORE_CHECK_NEAR_CLOSING_MS } from "#app/values/limits.ts";

/** From this instant (seconds since 1970) on the closed banner says this sentence ("" while open), and what staff add to it ("" = nothing). */
export type BannerChange = readonly [from: number, sentence: string, message: string];

/** What the closed banner says in some days, written out (banner-changes.ts). Reading it takes neither the hours nor the shop's clock. */
export interface BannerList {
  /** The earliest first. */
  readonly changes: readonly BannerChange[];
  /** Seconds since 1970. From then on the list does not know. */
  readonly until: number;
}

/** What the banner says now; null = the list does not know. */
export function bannerAt({ changes, until }: BannerList, now: Date): BannerChange | null {
  const seconds = now.getTime() / 1000;
  return seconds < until ? (changes.findLast(([from]) => from <= seconds) ?? null) : null;
}

/** When a page looks again, in milliseconds: docs/rules/opening-hours-and-times.md. */
export function nextLook(list: BannerList, now: Date): number {
  const seconds = now.getTime() / 1000;
  const isOpen = (bannerAt(list, now)?.[1] ?? "") === "";
  const next = list.changes.find(([from]) => from > seconds)?.[0] ?? Infinity;
  return isOpen && next - seconds > NEAR_CLOSING_MINUTES * 60 ? STORE_CHECK_MS : STORE_CHECK_NEAR_CLOSING_MS;
}
