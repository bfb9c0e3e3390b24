import { useRef, useState } from "react";
import { bannerAt, nextLook, type BannerChange, type BannerList } from "#app/store/domain/banner-now.ts";
import { STORE_CHECK_MS } from "#app/values/limits.ts";
import { usePolling } from "./use-polling.ts";

/**
 * The current text of the closed banner, from the page's list. Null until the first check (the server's HTML does not contain it). Checked
 * every 5 minutes, and every 10 seconds near closing; the list itself is fetched again every 5 minutes, so that a pause or new hours reach
 * open pages. The server computes the list: a page may be older than the shop's version, and its files may be gone. If the list has ended
 * and no other is available, the last text stays.
 */
export function useClosedBanner(first: BannerList): BannerChange | null {
  const [said, setSaid] = useState<BannerChange | null>(null);
  const known = useRef(first);
  const readAt = useRef<number | null>(null);
  usePolling(async () => {
    const say = (now: Date) => setSaid((last) => bannerAt(known.current, now) ?? last);
    const before = new Date();
    say(before);
    readAt.current ??= before.getTime();
    if (before.getTime() - readAt.current >= STORE_CHECK_MS || bannerAt(known.current, before) === null) {
      const list = await readBannerList();
      if (list !== null) {
        known.current = list;
        readAt.current = before.getTime();
      }
      say(new Date());
    }
    return nextLook(known.current, new Date());
  });
  return said;
}

/** The current list. Null while the shop cannot be reached: the known list stays in use, and the next check tries again. */
async function readBannerList(): Promise<BannerList | null> {
  const response = await fetch("/api/closed-banner", { cache: "no-store" }).catch(() => null);
  if (response?.ok !== true) return null;
  // A connection that breaks within the response counts as none.
  return (await response.json().catch(() => null)) as BannerList | null;
}
