/** Reviews of a product. */
import { counted } from "#texts/plural.ts";

interface Format {
  readonly locale: string;
}

export const reviews = "Reviews";
export const reviewCount = (count: number, format: Format) => counted(count, "review", "reviews", format);
export const starCount = (count: number, format: Format) => counted(count, "star", "stars", format);
/** The label of the list of ratings. */
export const ratingsBySpread = "How many gave how many stars";
/** Next to the author's name. */
export const orderedHere = "Ordered here";
/** Before the shop's reply. */
export const ourReply = "Our reply:";
