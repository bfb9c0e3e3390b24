import { randomInt } from "node:crypto";

const SIGNS = "abcdefghijkmnpqrstuvwxyz23456789";

/** Unambiguous characters in groups of five: four groups are 99 bits. */
export function readablePassword(groups = 4): string {
  return Array.from({ length: groups }, () => Array.from({ length: 5 }, () => SIGNS[randomInt(SIGNS.length)]).join("")).join("-");
}
