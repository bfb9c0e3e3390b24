import type { Services } from "#app/http/context.server.ts";
import { readSessionToken } from "#app/http/cookies/session-cookie.server.ts";
import { listSessions } from "#app/staff/data/sessions.server.ts";
import { deviceName } from "#app/staff/domain/device-name.ts";
import type { SessionLine } from "#app/staff/ui/session-list.tsx";
import { hashToken } from "#app/staff/workflows/tokens.server.ts";
import { formatInstant, type ShopClock } from "#app/values/clock/shop-clock.ts";

/** A user's sessions, formatted for display. */
export async function sessionLines(
  { db, env, now }: Pick<Services, "db" | "env" | "now">,
  request: Request,
  userId: number,
  clock: ShopClock,
): Promise<readonly SessionLine[]> {
  const token = await readSessionToken(request, env);
  const currentHash = token === null ? null : hashToken(token);
  return (await listSessions(db, userId, now())).map(({ id, userAgent, createdAt, lastSeenAt, tokenHash }) => ({
    id,
    device: deviceName(userAgent),
    since: formatInstant(createdAt, clock, now()),
    seen: formatInstant(lastSeenAt, clock, now()),
    isThis: tokenHash === currentHash,
  }));
}
