import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { recordAudit } from "#app/staff/data/history.server.ts";
import { endSessions } from "#app/staff/data/sessions.server.ts";
import type { Actor } from "./change-records.server.ts";
import { hashToken } from "./tokens.server.ts";

/** Signs a user out of one session, or all but `except`. Returns the number; one history row. */
export function signOutElsewhere(
  db: Db,
  actor: Actor,
  user: Actor,
  which: { readonly id: string } | { readonly except: string | null },
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const except = "id" in which || which.except === null ? null : hashToken(which.except);
    const ended = await endSessions(tx, user.id, "id" in which ? which : { except });
    if (ended > 0) {
      await recordAudit(tx, {
        userId: actor.id,
        userName: actor.name,
        action: "sign-out",
        subject: user.name,
        subjectKind: "user",
        subjectIds: [user.id],
        before: { [user.id]: { sessions: "open" } },
        after: { [user.id]: { sessions: `${ended} ended` } },
      });
    }
    return ended;
  });
}
