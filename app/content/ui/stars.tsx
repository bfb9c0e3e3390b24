import * as texts from "#texts/content/stars.ts";
import type { CSSProperties } from "react";

/** Stars with their number in words, as large as the letters of `className`; halves are rounded to whole stars, the number next to them is exact. `text`: a number with a decimal as the shop writes it. */
export function Stars({ rating, text = rating, className = "text-base" }: { rating: number; text?: string | number; className?: string }) {
  return (
    <span className={`stars ${className}`} style={{ "--full": Math.round(rating) } as CSSProperties}>
      <span className="sr-only">{texts.outOfFive(text)}</span>
    </span>
  );
}
