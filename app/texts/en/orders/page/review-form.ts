/** Reviews of the items, on the page of a completed order. */
import { counted } from "#texts/plural.ts";

export const howWasIt = "How was it?";
export const review = (item: string) => `Review ${item}`;
export const thanks = "Thank you for your review.";
export const rating = "Stars";
export const stars = (count: number) => counted(count, "star", "stars");
export const inYourWords = "In your words";
export const optional = "(optional)";
export const send = "Send review";
