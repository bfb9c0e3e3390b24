import { redirect, type RouterContextProvider } from "react-router";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { staffContext } from "#app/http/context.server.ts";

/** The acting user. The guard has checked the role, so a session exists. */
export function requireStaff(context: Readonly<RouterContextProvider>): StaffUser {
  const user = context.get(staffContext);
  if (user === null) throw redirect("/admin/login");
  return user;
}
