import { headerOf } from "#app/http/answers/request-headers.schema.ts";
import type { RequestInfo, Services } from "#app/http/context.server.ts";
import { forgetChallenge, keepChallenge, takeChallenge } from "#app/http/cookies/passkey-challenge.server.ts";
import { readSessionToken } from "#app/http/cookies/session-cookie.server.ts";
import { sessionCookies } from "#app/http/cookies/staff-session.server.ts";
import { countLoginTry, forgiveLoginTry } from "#app/http/limits/login-limit.server.ts";
import { confirm, isConfirmed, isOwnPassword } from "#app/http/staff/confirmation.server.ts";
import type { FieldErrors } from "#app/kit/forms/field.tsx";
import { listPasskeys } from "#app/staff/data/passkeys.server.ts";
import { findSignInFacts } from "#app/staff/data/user-records.server.ts";
import { CONFIRM_FIRST } from "#app/staff/domain/account-changes.ts";
import { deviceName } from "#app/staff/domain/device-name.ts";
import { splitIntent } from "#app/staff/domain/sign-out-intent.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { changeOwnEmail } from "#app/staff/workflows/change-own-email.server.ts";
import { signOutElsewhere } from "#app/staff/workflows/end-sessions.server.ts";
import { beginPasskey, dropPasskey, keepPasskey } from "#app/staff/workflows/passkeys.server.ts";
import { changePassword } from "#app/staff/workflows/password-links.server.ts";
import { beginTotp, confirmTotp, removeTotp } from "#app/staff/workflows/two-factor.server.ts";
import { findSignedIn, openSession } from "#app/staff/workflows/sign-in.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { MAX_TITLE_LENGTH } from "#app/values/limits.ts";
import { keepText, tidyText } from "#app/values/text.ts";
import { readAnswer } from "#app/routes/admin/login/passkey.server.ts";

type AccountAnswer =
  | { readonly kind: "begun" }
  /** The calling page continues without a reload. */
  | { readonly kind: "confirmed" }
  | { readonly kind: "said"; readonly text: string; readonly setCookies?: readonly string[] }
  | { readonly kind: "refused"; readonly errors: FieldErrors }
  | { readonly kind: "codes"; readonly codes: readonly string[] }
  | { readonly kind: "passkey"; readonly options: Awaited<ReturnType<typeof beginPasskey>>; readonly setCookie: string };

/** Actions that need no password: the session has to be confirmed. */
const NEEDS_CONFIRMATION: readonly string[] = ["codes-confirm", "passkey-drop", "sign-out", "sign-out-all"];
/** Actions allowed in a session without the account's second factor. */
const NEED_NO_FACTOR: readonly string[] = ["confirm", "sign-out", "sign-out-all"];
const USE_YOUR_FACTOR =
  "This account has a second factor already. Sign out and sign in with it. If it is lost, ask an administrator to remove it, or for a passkey choose “Forgotten the password?” when you sign in.";
const NOT_YOURS = "This is not your password, or it was tried too often.";

const refused = (field: string, message: string): AccountAnswer => ({ kind: "refused", errors: { [field]: [message] } });

interface Act {
  readonly services: Services;
  readonly request: Request;
  readonly info: RequestInfo;
  readonly user: StaffUser;
  readonly text: (name: string) => string;
  readonly session: string | null;
  /** The session named by the button. */
  readonly sessionId: string | null;
  readonly attempt: Parameters<typeof countLoginTry>[1];
  /** Whether the submitted password is right, so that an unattended tablet cannot be used to change the account. */
  readonly isOwner: () => Promise<boolean>;
}

const ACTS: Readonly<Record<string, (act: Act) => Promise<AccountAnswer>>> = {
  async confirm({ request, info, user, text, services }) {
    const isTheirs = await confirm(services, request, info, user, text("password"));
    return isTheirs ? { kind: "confirmed" } : refused("confirm", NOT_YOURS);
  },
  async email({ user, text, isOwner, services: { db } }) {
    if (!(await isOwner())) return refused("email-password", NOT_YOURS);
    const problem = await changeOwnEmail(db, user, text("email"));
    return problem === null ? { kind: "said", text: "Email address changed. Sign in with it from now on." } : refused("email", problem);
  },
  async password({ request, info, user, text, session, attempt, services }) {
    const { db, now } = services;
    const allowed = await countLoginTry(db, attempt);
    if (!allowed.ok) return refused("current", "Too many tries. Wait a quarter of an hour, then try again.");
    const { APP_NAME: shopName } = await readSettings(db);
    const changed = await changePassword(db, user, { current: text("current"), next: text("next"), shopName });
    if (!changed.ok) {
      if (changed.error.field === "next") await forgiveLoginTry(db, attempt);
      return refused(changed.error.field, changed.error.message);
    }
    await forgiveLoginTry(db, attempt);
    const userAgent = headerOf(request, "User-Agent");
    const current = session === null ? null : await findSignedIn(db, session, now());
    const hasSecondFactor = current?.hasSecondFactor ?? false;
    const signedIn = await openSession(db, user, { replaces: session, userAgent, hasSecondFactor, now: now() });
    const setCookies = await sessionCookies(services, request, info, signedIn);
    return { kind: "said", text: "Password changed. Every other device is signed out.", setCookies };
  },
  async "codes-begin"({ request, info, user, text, services }) {
    const { db, secrets } = services;
    if (!(await confirm(services, request, info, user, text("password")))) return refused("begin", NOT_YOURS);
    await beginTotp(db, secrets, user.id);
    return { kind: "begun" };
  },
  async "codes-confirm"({ user, text, session, services: { db, secrets, now } }) {
    const codes = await confirmTotp(db, secrets, user, { typed: text("code").slice(0, 40), session }, now());
    return codes === null
      ? refused("code", "This code is not right. Check the clock of the device, and enter what the app shows now.")
      : { kind: "codes", codes };
  },
  async "codes-off"({ user, isOwner, services: { db } }) {
    if (!(await isOwner())) return refused("password", NOT_YOURS);
    await removeTotp(db, user, user);
    return { kind: "said", text: "Sign-in asks for no codes now." };
  },
  async "passkey-options"({ user, isOwner, services }) {
    const { db, env } = services;
    if (!(await isOwner())) return refused("owner", NOT_YOURS);
    const { APP_NAME } = await readSettings(db);
    const options = await beginPasskey(db, env.publicUrl, APP_NAME, user);
    return { kind: "passkey", options, setCookie: await keepChallenge(services, { addTo: user.id }, options.challenge) };
  },
  async passkey({ request, user, text, session, services }) {
    const { db, env } = services;
    const challenge = await takeChallenge(services, { addTo: user.id }, request);
    const name = keepText(tidyText(text("name")), MAX_TITLE_LENGTH) || deviceName(headerOf(request, "User-Agent"));
    const newPasskey = { response: readAnswer(text("passkey")), challenge: challenge ?? "", name, session };
    const isKept = challenge !== null && (await keepPasskey(db, env.publicUrl, user, newPasskey));
    if (!isKept) return refused("passkey", "The passkey was not kept. Try again.");
    return { kind: "said", text: `Passkey “${name}” added.`, setCookies: [await forgetChallenge(services)] };
  },
  async "passkey-drop"({ user, text, services: { db } }) {
    const isGone = await dropPasskey(db, user, text("id"));
    return { kind: "said", text: isGone ? "Passkey removed." : "It was removed already." };
  },
  async "sign-out"({ user, sessionId, services: { db } }) {
    if (sessionId === null) return refused("session", "Choose a session.");
    const ended = await signOutElsewhere(db, user, user, { id: sessionId });
    return { kind: "said", text: ended === 0 ? "It had ended already." : "Signed out there." };
  },
  async "sign-out-all"({ user, session, services: { db } }) {
    await signOutElsewhere(db, user, user, { except: session });
    return { kind: "said", text: "Signed out everywhere else." };
  },
};

async function hasSecondFactor(db: Services["db"], userId: number): Promise<boolean> {
  const codes = await findSignInFacts(db, userId);
  return (codes?.totpSince ?? null) !== null || (await listPasskeys(db, userId)).length > 0;
}

/** A user's actions on their own account. Those that weaken it require the password. */
export async function actOnAccount(services: Services, request: Request, info: RequestInfo, user: StaffUser): Promise<AccountAnswer> {
  const form = await request.clone().formData();
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const [intent, sessionId] = splitIntent(text("intent"));
  if (NEEDS_CONFIRMATION.includes(intent) && !(await isConfirmed(services, request))) return refused("unconfirmed", CONFIRM_FIRST);
  // Otherwise a password alone would set up another second factor.
  const isHalf = user.needsSecondFactor === true && !NEED_NO_FACTOR.includes(intent);
  if (isHalf && (await hasSecondFactor(services.db, user.id))) return refused("unconfirmed", USE_YOUR_FACTOR);
  const act = Object.hasOwn(ACTS, intent) ? ACTS[intent] : undefined;
  if (act === undefined) return refused("intent", "Choose what to do.");
  return act({
    services,
    request,
    info,
    user,
    text,
    session: await readSessionToken(request, services.env),
    sessionId,
    attempt: { email: user.email, clientAddress: info.clientAddress, knownDevice: `account:${user.id}` },
    isOwner: () => isOwnPassword(services, info, user, text("password")),
  });
}
