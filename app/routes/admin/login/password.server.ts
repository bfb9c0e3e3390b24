import { redirect } from "react-router";
import type { RequestInfo, Services } from "#app/http/context.server.ts";
import { knownDeviceOf, signInStaff, tooMany, type SignInAnswer } from "#app/http/cookies/staff-session.server.ts";
import { countLinkTry, countLinkWish } from "#app/http/limits/login-limit.server.ts";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { readDevice } from "#app/http/cookies/device-cookie.server.ts";
import { requestPasswordLink, usePasswordLink } from "#app/staff/workflows/password-links.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { MAX_EMAIL_LENGTH } from "#app/values/limits.ts";
import { keepText } from "#app/values/text.ts";
import { loginQuery } from "#app/routes/admin/query.schema.ts";
import { refusal, tooManyTries, type Refusal } from "./refusal.server.ts";

/** Sends a password link if the address has an account. The response is the same either way. */
export async function askForLink(services: Services, request: Request, info: RequestInfo, typed: string) {
  const email = keepText(typed, MAX_EMAIL_LENGTH).trim();
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
    return refusal(422, { email, errors: { email: ["Enter your email address."] }, message: "The address is needed." });
  }
  const device = await readDevice(request, services);
  const knownDevice = device === null ? null : await knownDeviceOf(services.db, device, email);
  const allowed = await countLinkWish(services.db, { email, clientAddress: info.clientAddress, knownDevice });
  if (!allowed.ok) return tooManyTries(tooMany(services, info, allowed.retryAfterSeconds, email), email);
  await requestPasswordLink(services, email);
  return redirect("/admin/login?done=asked");
}

/** Sets the password of the link's owner and signs them in; an account with one-time codes still needs a code. */
export async function setPassword(
  services: Services,
  request: Request,
  info: RequestInfo,
  password: string,
): Promise<SignInAnswer | Refusal> {
  const allowed = await countLinkTry(services.db, info.clientAddress);
  if (!allowed.ok) return tooManyTries(tooMany(services, info, allowed.retryAfterSeconds), "");
  const { link } = readPageQuery(request, loginQuery);
  const { APP_NAME: shopName } = await readSettings(services.db);
  const answer = await usePasswordLink(services.db, { token: link ?? "", password, shopName }, services.now());
  if (answer.ok) return signInStaff(services, request, info, { email: answer.value.email, password, code: "" });
  const { field, message } = answer.error;
  return refusal(422, { email: "", errors: field === "password" ? { password: [message] } : {}, message });
}
