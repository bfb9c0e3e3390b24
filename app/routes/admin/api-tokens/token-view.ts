import type { ApiTokenRow } from "#app/staff/data/api-tokens.server.ts";
import { apiTokenStatus } from "#app/staff/domain/api-token.ts";
import type { StatusTone } from "#app/kit/status.tsx";
import { formatInstant, type ShopClock } from "#app/values/clock/shop-clock.ts";

/** A token as its pages show it, with times formatted in the shop's time zone. */
export function tokenView({ createdAt, expiresAt, lastUsedAt, revokedAt, ...row }: ApiTokenRow, clock: ShopClock, now: Date) {
  const words = (at: Date) => formatInstant(at, clock, now);
  return {
    ...row,
    status: apiTokenStatus({ expiresAt, revokedAt }, now),
    created: words(createdAt),
    expires: words(expiresAt),
    used: lastUsedAt === null ? null : words(lastUsedAt),
    revoked: revokedAt === null ? null : words(revokedAt),
  };
}
export type TokenView = ReturnType<typeof tokenView>;

export const STATUS_WORDS: Readonly<Record<TokenView["status"], readonly [StatusTone, string]>> = {
  active: ["on", "Active"],
  expired: ["off", "Expired"],
  revoked: ["off", "Revoked"],
};
