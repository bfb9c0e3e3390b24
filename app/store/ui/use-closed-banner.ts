import { useEffect, useEffectEvent, useRef, useState } from "react";
import { bannerAt, nextLook, type BannerChange, type BannerList } from "#app/store/domain/banner-now.ts";
import type { StoreHours } from "#app/store/domain/hours/opening-hours.ts";
import { STORE_CHECK_MS } from "#app/values/limits.ts";

const NOTHING: BannerChange = [0, "", ""];

/**
 * What the closed banner says now, read from the list that the page arrived with. Null until the first look (the server's HTML does not hold it). Looked at
 * every 5 minutes, every 10 seconds near closing; every 5 minutes the hours themselves are read again, so that a pause or new hours reach pages
 * that stay open. Only then, and when the list has ended, is fetched what computes with hours: most pages are left before.
 */
export function useClosedBanner(hours: StoreHours, list: BannerList): BannerChange | null {
  const [said, setSaid] = useState<BannerChange | null>(null);
  const known = useRef({ hours, list });
  const readAt = useRef<number | null>(null);
  const look = useEffectEvent(async () => {
    const before = new Date();
    readAt.current ??= before.getTime();
    if (before.getTime() - readAt.current >= STORE_CHECK_MS || bannerAt(known.current.list, before) === null) {
      readAt.current = before.getTime();
      known.current = (await readAgain(known.current.hours, before)) ?? known.current;
    }
    const now = new Date();
    setSaid(bannerAt(known.current.list, now) ?? NOTHING);
    return nextLook(known.current.list, now);
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isShown = true;
    const run = async () => {
      const delay = await look();
      if (isShown) timer = setTimeout(() => void run(), delay);
    };
    void run();
    return () => {
      isShown = false;
      clearTimeout(timer);
    };
  }, []);
  return said;
}

/** Null where what computes cannot be fetched, as without a network: the list that is known goes on, and the next look tries again. */
async function readAgain(hours: StoreHours, now: Date) {
  const computing = await import("./banner-again.ts").catch(() => null);
  return computing === null ? null : computing.readBannerAgain(hours, now);
}
