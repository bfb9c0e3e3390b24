import type { CSSProperties } from "react";

/** Stars with their number in words, as large as the letters of `className`; halves are rounded to whole stars, the number beside them is exact. */
export function Stars({ rating, className = "text-base" }: { rating: number; className?: string }) {
  return (
    <span className={`stars ${className}`} style={{ "--full": Math.round(rating) } as CSSProperties}>
      <span className="sr-only">{rating} out of 5 stars</span>
    </span>
  );
}
