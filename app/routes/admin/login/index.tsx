import { data, Link, redirect } from "react-router";
import { requestContext, servicesContext, staffContext } from "#app/http/context.server.ts";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { signInStaff, signInWithCode, type SignInAnswer } from "#app/http/cookies/staff-session.server.ts";
import { redirectSaying } from "#app/http/staff/flash.server.ts";
import { FieldErrorsContext } from "#app/kit/forms/field.tsx";
import { loginSchema } from "#app/staff/domain/sign-in.schema.ts";
import { findLinkOwner } from "#app/staff/workflows/password-links.server.ts";
import { readMailState } from "#app/mail/workflows/read-mail-state.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { MAX_EMAIL_LENGTH } from "#app/values/limits.ts";
import { keepText } from "#app/values/text.ts";
import { loginQuery } from "#app/routes/admin/query.schema.ts";
import { passkeySignIn, passkeyOptions } from "./passkey.server.ts";
import { askForLink, setPassword } from "./password.server.ts";
import { CodeForm, ForgottenForm, NewPasswordForm, SignInForm } from "./panels.tsx";
import { refusal, textOf, tooManyTries, type Refusal } from "./refusal.server.ts";
import type { Route } from "./+types/index";

export const meta: Route.MetaFunction = () => [
  { name: "robots", content: "noindex" },
  // The address may contain a password link, so send no referrer to other sites.
  { name: "referrer", content: "same-origin" },
];

/** Redirects signed-in users to their target, unless the address has a password link. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, now } = services;
  const { next, link, forgotten, done, ended } = readPageQuery(request, loginQuery);
  const page = next === null ? null : ("page" as const);
  const why = ended === null ? page : ("ended" as const);
  if (context.get(staffContext) !== null && link === null) throw redirect(next ?? "/admin");
  const { APP_NAME: appName } = await readSettings(db);
  const isMailed = done !== null && (await readMailState(services)).kind === "works";
  if (link === null)
    return { appName, panel: forgotten === null ? ("sign-in" as const) : ("forgotten" as const), done, owner: null, isMailed, why };
  const owner = await findLinkOwner(db, link, now());
  return {
    appName,
    panel: "link" as const,
    done: null,
    owner: owner === undefined ? null : { name: owner.name, email: owner.email },
    isMailed,
    why,
  };
}

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const services = context.get(servicesContext);
  const info = context.get(requestContext);
  const form = await request.formData();
  switch (textOf(form.get("intent"))) {
    case "passkey-options":
      return passkeyOptions(services, info);
    case "passkey":
      return passkeySignIn(services, request, info, textOf(form.get("passkey")), nextOf(request));
    case "forgotten":
      return askForLink(services, request, info, textOf(form.get("email")));
    case "set-password":
      return afterNewPassword(await setPassword(services, request, info, textOf(form.get("password"))), args);
    case "code": {
      const answer = await signInWithCode(services, request, info, textOf(form.get("code")).slice(0, 40));
      return answer === null ? redirect("/admin/login") : answerOf(answer, request, "");
    }
  }
  const typed = { email: textOf(form.get("email")), password: textOf(form.get("password")) };
  const kept = keepText(typed.email, MAX_EMAIL_LENGTH);
  const parsed = loginSchema.safeParse(typed);
  if (!parsed.success) {
    const errors: Record<string, string[]> = {};
    for (const issue of parsed.error.issues) errors[String(issue.path[0] ?? "")] ??= [issue.message];
    return refusal(400, { email: kept, errors, message: "Both fields are needed." });
  }
  return answerOf(await signInStaff(services, request, info, { ...parsed.data, code: "" }), request, kept);
}

async function afterNewPassword(answer: SignInAnswer | Refusal, { request, context }: Route.ActionArgs) {
  if (!("kind" in answer)) return answer;
  if (answer.kind !== "signed-in") return answerOf(answer, request, "");
  const response = await redirectSaying(context.get(servicesContext), "/admin", { text: "Your password is set. You are signed in." });
  for (const cookie of answer.setCookies) response.headers.append("Set-Cookie", cookie);
  return response;
}

/** The message does not say which of the two is wrong, because that would reveal which accounts exist. */
const REFUSED = { email: ["Check the email address."], password: ["Check the password."], code: ["Check the code."] };

function answerOf(answer: SignInAnswer, request: Request, email: string) {
  switch (answer.kind) {
    case "signed-in":
      return redirect(nextOf(request), { headers: answer.setCookies.map((value) => ["Set-Cookie", value]) });
    case "code":
      return data(
        { email, errors: {}, message: answer.message, asksCode: true },
        { status: 401, headers: answer.setCookies.map((value): [string, string] => ["Set-Cookie", value]) },
      );
    case "refused":
      return refusal(401, { email, errors: REFUSED, message: answer.message });
    case "too-many":
      return tooManyTries(answer, email);
  }
}

/** The plain form also gets `Retry-After` and the cookie between password and code. */
export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

/** From there the guard redirects each user to the first page that their role opens. */
function nextOf(request: Request): string {
  return readPageQuery(request, loginQuery).next ?? "/admin";
}

const TITLES = { link: "Choose a password", forgotten: "Forgotten password", "sign-in": "Staff sign-in" } as const;

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { appName, panel, done, owner, isMailed, why } = loaderData;
  const refused = actionData !== undefined && "message" in actionData ? actionData : undefined;
  const asksCode = refused !== undefined && "asksCode" in refused;
  const title = asksCode ? "One more step" : TITLES[panel];
  return (
    <main id="main" className="mx-auto grid min-h-dvh max-w-[420px] content-center gap-6 px-4 py-10">
      <title>{`${refused === undefined || asksCode ? "" : "Error: "}Sign in · ${appName}`}</title>
      <div className="ticket p-6 sm:p-8">
        <p className="font-display text-xl font-bold tracking-tight">{appName}</p>
        <h1 className="mt-1 text-3xl">{title}</h1>
        <div role="alert" className="mt-4">
          {refused === undefined ? null : (
            <p
              className={
                asksCode
                  ? "rounded border border-harbour bg-harbour-tint p-3 font-semibold"
                  : "rounded border border-beet bg-beet-tint p-3 font-semibold text-beet"
              }
            >
              {refused.message}
            </p>
          )}
        </div>
        {panel !== "sign-in" || refused !== undefined || why === null ? null : (
          <p role="status" className="rounded border border-harbour bg-harbour-tint p-3 font-semibold">
            {why === "ended" ? "Your session has ended. Sign in to continue where you were." : "Sign in to open this page."}
          </p>
        )}
        {done === null ? null : (
          <p role="status" className="rounded border border-harbour bg-harbour-tint p-3 font-semibold">
            {isMailed
              ? "If this address belongs to a member of staff, an email with a link is on its way."
              : "This shop sends no emails right now. Ask an administrator for a link to a new password."}
          </p>
        )}
        <FieldErrorsContext value={refused?.errors ?? {}}>
          {asksCode ? <CodeForm /> : <PanelForm panel={panel} owner={owner} refused={refused} />}
        </FieldErrorsContext>
      </div>
      <p className="text-center text-sm">
        <Link to="/" className="inline-flex min-h-11 items-center text-primary underline underline-offset-2" reloadDocument>
          Back to the shop
        </Link>
      </p>
    </main>
  );
}

interface PanelFormProps extends Pick<Route.ComponentProps["loaderData"], "panel" | "owner"> {
  readonly refused: { readonly email?: string | undefined } | undefined;
}

function PanelForm({ panel, owner, refused }: PanelFormProps) {
  if (panel === "link") return <NewPasswordForm owner={owner} />;
  const email = refused?.email ?? "";
  return panel === "forgotten" ? <ForgottenForm email={email} /> : <SignInForm email={email} isFocused={refused !== undefined} />;
}
