import { redirect, type RouterContextProvider } from "react-router";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { staffContext } from "#app/http/context.server.ts";

/** Who acts. The guard of the staff area has looked at the role; nobody gets past it without a session. */
export function requireStaff(context: Readonly<RouterContextProvider>): StaffUser {
  const user = context.get(staffContext);
  if (user === null) throw redirect("/admin/login");
  return user;
}
