import { useRef, useState } from "react";
import { bannerAt, nextLook, type BannerChange, type BannerList } from "#app/store/domain/banner-now.ts";
import { STORE_CHECK_MS } from "#app/values/limits.ts";
import { usePolling } from "./use-polling.ts";

/**
 * What the closed banner says now, read from the list that the page arrived with. Null until the first look (the server's HTML does not hold it). Looked at
 * every 5 minutes, every 10 seconds near closing; every 5 minutes the list itself is asked for again, so that a pause or new hours reach pages
 * that stay open. The server writes it out: a page may be older than the shop's version, whose files it then could not fetch. When a list has ended and no other
 * can be had, the last text stays.
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

/** The list as it is now. Null while the shop cannot be reached: the one that is known goes on counting, and the next look asks again. */
async function readBannerList(): Promise<BannerList | null> {
  const response = await fetch("/api/closed-banner", { cache: "no-store" }).catch(() => null);
  if (response?.ok !== true) return null;
  // A connection that ends within the answer is none either.
  return (await response.json().catch(() => null)) as BannerList | null;
}
