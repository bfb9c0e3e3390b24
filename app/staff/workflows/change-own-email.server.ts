import type { Db } from "#app/platform/db/database.server.ts";
import { userRecords } from "#app/staff/data/user-records.server.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { userForm } from "#app/staff/domain/user.schema.ts";
import { changeRecords } from "./change-records.server.ts";

/** Changes a user's own address after a password check. Returns the error; null if done. */
export async function changeOwnEmail(db: Db, user: StaffUser, typed: string): Promise<string | null> {
  const email = userForm.shape.email.safeParse(typed);
  if (!email.success) return email.error.issues[0]?.message ?? "Enter an email address.";
  if (email.data === user.email) return null;
  const done = await changeRecords(db, userRecords(), user, { action: "edit", ids: [user.id] }, (value) => ({
    ...value,
    email: email.data,
  }));
  return done.changed === 1 ? null : "Another account has this address.";
}
