import { createHash, randomBytes } from "node:crypto";

/** 256 random bits for a cookie or a link. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Only the hash is stored, so a database copy grants nothing. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
