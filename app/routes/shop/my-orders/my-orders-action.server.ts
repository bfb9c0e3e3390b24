import * as texts from "#texts/orders/my-orders.ts";
import { data, redirect } from "react-router";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import type { RequestInfo, Services } from "#app/http/context.server.ts";
import {
  forgetMyOrdersSession,
  keepMyOrdersSession,
  readMyAddress,
  readMyOrdersSession,
} from "#app/http/cookies/my-orders-cookie.server.ts";
import { countMyOrdersRequest, countMyOrdersTry } from "#app/http/limits/my-orders-limit.server.ts";
import { noteRefusal } from "#app/http/refusals.server.ts";
import { endMyOrders, openMyOrders, requestMyOrders, saveMyConsent } from "#app/orders/workflows/customers/my-orders.server.ts";
import { customerKeys } from "#app/promotions/workflows/customer-keys.server.ts";
import { myOrdersQuery } from "#app/routes/shop/query.schema.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { fieldText } from "#app/values/form.ts";
import { MAX_EMAIL_LENGTH } from "#app/values/limits.ts";
import { keepText } from "#app/values/text.ts";

interface MyOrdersAnswer {
  readonly email: string;
  /** Field of the error; "" = the message is about something else. */
  readonly error: string;
  readonly message: string;
}

/** The page's forms: request a link, use one, change the consent to marketing emails, sign out. */
export async function answerMyOrders(request: Request, services: Services, info: RequestInfo) {
  const fields = await request.formData();
  switch (fieldText(fields, "intent")) {
    case "open":
      return openLink(request, services, info);
    case "consent":
      return answerConsent(request, services, info, fields.has("marketing_consent"));
    case "leave":
      return leave(request, services);
    default:
      return askForLink(services, info, fieldText(fields, "email") ?? "");
  }
}

/** The response does not reveal whether there are orders. */
async function askForLink(services: Services, info: RequestInfo, typed: string) {
  const email = keepText(typed, MAX_EMAIL_LENGTH).trim();
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return refuse({ email, error: texts.enterEmail, message: "" }, 422);
  const { emailKey } = customerKeys({ email }, (await readSettings(services.db)).COUNTRY);
  const allowed = await countMyOrdersRequest(services.db, email.toLowerCase(), info.clientAddress);
  if (!allowed.ok) return tooMany(services, info, email, allowed.retryAfterSeconds);
  await requestMyOrders(services, { email: email.toLowerCase(), emailKey });
  return redirect("/my-orders?asked=yes", 303);
}

async function openLink(request: Request, services: Services, info: RequestInfo) {
  const allowed = await countMyOrdersTry(services.db, info.clientAddress);
  if (!allowed.ok) return tooMany(services, info, "", allowed.retryAfterSeconds);
  const { link } = readPageQuery(request, myOrdersQuery);
  const session = await openMyOrders(services.db, link ?? "", services.now());
  if (session === null) return refuse({ email: "", error: "", message: texts.linkDoesNotWork }, 410);
  return redirect("/my-orders", { status: 303, headers: { "Set-Cookie": await keepMyOrdersSession(session, services) } });
}

async function answerConsent(request: Request, services: Services, info: RequestInfo, isGiven: boolean) {
  const address = await readMyAddress(request, services);
  if (address === undefined) return redirect("/my-orders", 303);
  const allowed = await countMyOrdersTry(services.db, info.clientAddress);
  if (!allowed.ok) return tooMany(services, info, "", allowed.retryAfterSeconds);
  await saveMyConsent(services.db, address, isGiven);
  return redirect("/my-orders?saved=consent", 303);
}

async function leave(request: Request, services: Services) {
  const session = await readMyOrdersSession(request, services);
  if (session !== null) await endMyOrders(services.db, session);
  return redirect("/my-orders", { status: 303, headers: { "Set-Cookie": await forgetMyOrdersSession(services) } });
}

function tooMany(services: Services, { clientAddress }: RequestInfo, email: string, retryAfterSeconds: number) {
  noteRefusal(services, { kind: "limit", security: "my-orders", message: "too many links to orders asked for", clientAddress });
  return refuse({ email, error: "", message: texts.tooOften }, 429, { "Retry-After": String(retryAfterSeconds) });
}

function refuse(answer: MyOrdersAnswer, status: number, headers: Record<string, string> = {}) {
  return data(answer, { status, headers });
}
