import bricolageUrl from "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url";
import figtreeUrl from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url";
import { useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";

/** The two families of frame/theme.css: their files, the weights these hold, and the property of the sheet that names them first. */
const FONTS = [
  { url: figtreeUrl, weight: "300 900", property: "--font-sans" },
  { url: bricolageUrl, weight: "200 800", property: "--font-display" },
] as const;

export const FONT_URLS: readonly string[] = FONTS.map(({ url }) => url);
/** Where a browser notes which fonts it has fetched: the addresses, with commas between them. */
export const STORED_FONTS = "fonts";

interface FetchedFont {
  readonly face: FontFace;
  readonly property: string;
}

/** What this document has fetched and not yet shown. */
let fetched: readonly FetchedFont[] = [];

/**
 * Fetches the fonts for the pages that follow, where this one was drawn in the stand-ins: behind everything else, and not for somebody who saves data.
 * What fails is tried again by the next document.
 */
export async function fetchFonts(): Promise<void> {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  const isInFonts = document.documentElement.style.getPropertyValue(FONTS[0].property) === "";
  if (isInFonts || connection?.saveData === true) return;
  try {
    fetched = await Promise.all(FONTS.map(fetchFont));
    localStorage.setItem(STORED_FONTS, FONT_URLS.join());
  } catch {
    // No network, or a browser that stores nothing.
  }
}

async function fetchFont({ url, weight, property }: (typeof FONTS)[number]): Promise<FetchedFont> {
  const answer = await fetch(url, { priority: "low" });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  // A name of its own: the sheet's face of the family may have been given up for this document.
  return { face: new FontFace(`Fetched${property}`, await answer.arrayBuffer(), { weight }), property };
}

/**
 * The next page somebody opens without a new document is drawn in the fonts that have come meanwhile: what is being read never changes its letters.
 * Stands once, in the root.
 */
export function useFetchedFonts(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    if (pathname === shown.current) return;
    shown.current = pathname;
    const { style } = document.documentElement;
    for (const { face, property } of fetched) {
      document.fonts.add(face);
      style.setProperty(property, `${face.family},${style.getPropertyValue(property)}`);
    }
    fetched = [];
  }, [pathname]);
}
