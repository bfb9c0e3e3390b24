import { redirect } from "react-router";
import type { RequestInfo, Services } from "#app/http/context.server.ts";
import { tooMany } from "#app/http/cookies/staff-session.server.ts";
import { countLinkTry, countLinkWish } from "#app/http/limits/login-limit.server.ts";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { mailPasswordLink } from "#app/http/staff/password-mail.server.tsx";
import { askForPasswordLink, usePasswordLink } from "#app/staff/workflows/password-links.server.ts";
import { MAX_EMAIL_LENGTH } from "#app/values/limits.ts";
import { keepText } from "#app/values/text.ts";
import { loginQuery } from "#app/routes/admin/query.schema.ts";
import { refusal, tooManyTries } from "./refusal.server.ts";

/** Sends a way to a new password, if the address belongs to somebody; the answer does not tell. */
export async function askForLink(services: Services, info: RequestInfo, typed: string) {
  const email = keepText(typed, MAX_EMAIL_LENGTH).trim();
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
    return refusal(422, { email, errors: { email: ["Enter your e-mail address."] }, message: "The address is needed." });
  }
  const allowed = await countLinkWish(services.db, email, info.clientAddress);
  if (!allowed.ok) return tooManyTries(tooMany(services, info, allowed.retryAfterSeconds), email);
  await askForPasswordLink(services.db, email, services.now(), mailPasswordLink(services));
  return redirect("/admin/login?done=asked");
}

/** Sets the password of the link's owner; they sign in with it next. */
export async function setPassword(services: Services, request: Request, info: RequestInfo, password: string) {
  const allowed = await countLinkTry(services.db, info.clientAddress);
  if (!allowed.ok) return tooManyTries(tooMany(services, info, allowed.retryAfterSeconds), "");
  const { link } = readPageQuery(request, loginQuery);
  const answer = await usePasswordLink(services.db, link ?? "", password, services.now());
  if (answer.ok) return redirect("/admin/login?done=password");
  const { field, message } = answer.error;
  return refusal(422, { email: "", errors: field === "password" ? { password: [message] } : {}, message });
}
