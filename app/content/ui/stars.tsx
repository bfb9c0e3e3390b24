import { StarIcon } from "lucide-react";

const FIVE = [1, 2, 3, 4, 5] as const;

/** Stars with their number in words; halves are rounded to whole stars, the number beside them is exact. */
export function Stars({ rating, className = "size-4" }: { rating: number; className?: string }) {
  return (
    <span className="inline-flex align-[-2px]">
      <span className="sr-only">{rating} out of 5 stars</span>
      {FIVE.map((star) => (
        <StarIcon
          key={star}
          aria-hidden
          className={`${className} ${star <= Math.round(rating) ? "fill-ink text-ink" : "fill-transparent text-field"}`}
        />
      ))}
    </span>
  );
}
