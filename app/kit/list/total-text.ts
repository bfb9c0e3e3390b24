import { capitalised } from "#app/values/text.ts";

/** "Orders: 1", correct for every number. */
export function totalText(nouns: string, total: number, isCapped: boolean): string {
  return `${capitalised(nouns)}: ${isCapped ? "more than " : ""}${total.toLocaleString("en-US")}`;
}
