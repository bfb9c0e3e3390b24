import * as texts from "#texts/content/stars.ts";
import type { CSSProperties } from "react";

/**
 * Stars and their number in words, in the font size of `className`. Halves are rounded to whole stars; the number next to them is exact.
 * `text`: the number in the shop's format.
 */
export function Stars({ rating, text = rating, className = "text-base" }: { rating: number; text?: string | number; className?: string }) {
  return (
    <span className={`stars ${className}`} style={{ "--full": Math.round(rating) } as CSSProperties}>
      <span className="sr-only">{texts.outOfFive(text)}</span>
    </span>
  );
}
