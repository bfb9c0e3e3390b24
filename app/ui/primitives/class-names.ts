import { clsx, type ClassValue } from "clsx";
import { twMerge } from "tailwind-merge";

/** Joins class names; of two that set the same property the later one wins. Staff area only: its table of rules is too heavy for customers' pages. */
export function mergeClassNames(...values: ClassValue[]): string {
  return twMerge(clsx(values));
}
