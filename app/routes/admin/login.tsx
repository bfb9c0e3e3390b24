import { data, Form, Link, redirect, useNavigation } from "react-router";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { MAX_EMAIL_LENGTH } from "#app/values/limits.ts";
import { keepText } from "#app/values/text.ts";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { loginSchema } from "#app/staff/domain/sign-in.schema.ts";
import { requestContext, servicesContext, staffContext } from "#app/http/context.server.ts";
import { signInStaff } from "#app/http/cookies/staff-session.server.ts";
import { FieldErrorsContext, TextField, type FieldErrors } from "#app/kit/forms/field.tsx";
import { Button } from "#app/kit/button.tsx";
import { loginQuery } from "./query.schema.ts";
import type { Route } from "./+types/login";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Sign in · ${loaderData?.appName ?? "Staff"}` },
  { name: "robots", content: "noindex" },
];

/** Whoever is signed in already goes on to where they wanted to be. */
export async function loader({ request, context }: Route.LoaderArgs) {
  if (context.get(staffContext) !== null) throw redirect(nextOf(request));
  const settings = await readSettings(context.get(servicesContext).db);
  return { appName: settings.APP_NAME };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const typed = { email: textOf(form.get("email")), password: textOf(form.get("password")) };
  const parsed = loginSchema.safeParse(typed);
  if (!parsed.success) {
    const errors: Record<string, string[]> = {};
    for (const issue of parsed.error.issues) errors[String(issue.path[0] ?? "")] ??= [issue.message];
    return refusal(400, { email: keepText(typed.email, MAX_EMAIL_LENGTH), errors, message: "Both fields are needed." });
  }
  const answer = await signInStaff(context.get(servicesContext), request, context.get(requestContext), parsed.data);
  switch (answer.kind) {
    case "signed-in":
      return redirect(nextOf(request), { headers: answer.setCookies.map((value) => ["Set-Cookie", value]) });
    case "refused":
      return refusal(401, { email: keepText(typed.email, MAX_EMAIL_LENGTH), errors: {}, message: answer.message });
    case "too-many":
      return refusal(
        429,
        { email: keepText(typed.email, MAX_EMAIL_LENGTH), errors: {}, message: answer.message },
        { "Retry-After": String(answer.retryAfterSeconds) },
      );
  }
}

/** How long to wait after too many tries is told to the plain form, too. */
export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

function refusal(status: number, answer: { email: string; errors: FieldErrors; message: string }, headers: Record<string, string> = {}) {
  return data(answer, { status, headers });
}

/** A file where text belongs counts as nothing. */
function textOf(value: FormDataEntryValue | null): string {
  return typeof value === "string" ? value : "";
}

/** The guard sends everybody on from there to what their role opens. */
function nextOf(request: Request): string {
  return readPageQuery(request, loginQuery).next ?? "/admin";
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== "idle";
  return (
    <main id="main" className="mx-auto grid min-h-dvh max-w-[420px] content-center gap-6 px-4 py-10">
      <div className="ticket p-6 sm:p-8">
        <p className="font-display text-xl font-bold tracking-tight">{loaderData.appName}</p>
        <h1 className="mt-1 text-3xl">Staff sign-in</h1>
        <div role="alert" className="mt-4">
          {actionData === undefined ? null : (
            <p className="rounded border border-beet bg-beet-tint p-3 font-semibold text-beet">{actionData.message}</p>
          )}
        </div>
        <FieldErrorsContext value={actionData?.errors ?? {}}>
          {/* A document request: the page that follows starts signed in, with nothing left of before. */}
          <Form method="post" reloadDocument className="mt-4 grid gap-4">
            <TextField
              name="email"
              type="email"
              label="E-mail"
              autoComplete="username"
              required
              maxLength={MAX_EMAIL_LENGTH}
              defaultValue={actionData?.email ?? ""}
            />
            <TextField name="password" type="password" label="Password" autoComplete="current-password" required />
            <Button type="submit" disabled={isBusy} className="mt-2">
              Sign in
            </Button>
          </Form>
        </FieldErrorsContext>
        <p className="cut mt-6 pt-4 text-sm text-ink-2">Forgotten the password? Whoever runs this shop can set a new one.</p>
      </div>
      <p className="text-center text-sm">
        <Link to="/" className="inline-flex min-h-11 items-center text-primary underline underline-offset-2" reloadDocument>
          Back to the shop
        </Link>
      </p>
    </main>
  );
}
