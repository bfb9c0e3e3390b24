import { useEffect, useRef } from "react";
import { PostForm } from "#app/kit/forms/post-form.tsx";
import { data, href, useNavigation } from "react-router";
import { servicesContext } from "#app/http/context.server.ts";
import { isConfirmed } from "#app/http/staff/confirmation.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { Button, ButtonLink } from "#app/kit/button.tsx";
import { giveFocus } from "#app/kit/focus/focus-target.ts";
import { useErrorTitle } from "#app/kit/focus/use-error-title.ts";
import { ChoiceBoxes } from "#app/kit/forms/choices-control.tsx";
import { FieldErrorsContext, FieldFrame, SelectField, TextField, type FieldErrors } from "#app/kit/forms/field.tsx";
import { PageHeader } from "#app/kit/page-header.tsx";
import { apiTokenForm } from "#app/staff/domain/api-token.schema.ts";
import { API_SCOPES, API_SCOPE_WORDS, API_TOKEN_DAYS } from "#app/staff/domain/api-token.ts";
import { ConfirmPanel } from "#app/staff/ui/confirm-panel.tsx";
import { createApiToken } from "#app/staff/workflows/api-tokens.server.ts";
import { MAX_NAME_LENGTH } from "#app/values/limits.ts";
import type { Route } from "./+types/add";

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  return { asksPassword: !(await isConfirmed(services, request)), shopUrl: services.env.publicUrl };
}

/** Creates the token; this response is the only place where it is shown. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const form = await request.formData();
  const textOf = (value: FormDataEntryValue | null) => (typeof value === "string" ? value : "");
  const typed = { name: textOf(form.get("name")), scopes: form.getAll("scopes").map(textOf), days: textOf(form.get("days")) };
  const refused = (errors: FieldErrors) => data({ errors, token: null, typed }, { status: 422 });
  const parsed = apiTokenForm.safeParse(typed);
  if (!parsed.success) return refused(Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), [message]])));
  const actor = { ...requireStaff(context), isConfirmed: await isConfirmed(services, request) };
  const made = await createApiToken(services.db, actor, parsed.data, services.now());
  return made.ok ? data({ errors: {}, token: made.value.token, typed }) : refused({ "": [made.error] });
}

const SCOPE_CHOICES = API_SCOPES.map((scope) => ({
  value: scope,
  label: API_SCOPE_WORDS[scope].label,
  text: API_SCOPE_WORDS[scope].opens,
}));
const NO_ERRORS: FieldErrors = {};
const BLANK = { name: "", scopes: [], days: "90" };
const DAYS_WORDS: Readonly<Record<(typeof API_TOKEN_DAYS)[number], string>> = { 30: "30 days", 90: "90 days", 365: "1 year" };

export default function AddApiToken({ loaderData, actionData }: Route.ComponentProps) {
  const token = actionData?.token ?? null;
  return (
    <>
      <PageHeader title="Create API token" trail={[{ to: href("/admin/api-tokens"), label: "API tokens" }]} />
      {token === null ? (
        <TokenForm asksPassword={loaderData.asksPassword} errors={actionData?.errors ?? NO_ERRORS} typed={actionData?.typed ?? BLANK} />
      ) : (
        <NewToken token={token} name={actionData?.typed.name ?? ""} shopUrl={loaderData.shopUrl} />
      )}
    </>
  );
}

interface TokenFormProps {
  readonly asksPassword: boolean;
  readonly errors: FieldErrors;
  readonly typed: { readonly name: string; readonly scopes: readonly string[]; readonly days: string };
}

function TokenForm({ asksPassword, errors, typed }: TokenFormProps) {
  const isSending = useNavigation().state === "submitting";
  const problem = errors[""]?.[0];
  const form = useRef<HTMLFormElement>(null);
  useErrorTitle(Object.keys(errors).length > 0);
  useEffect(() => {
    if (errors !== NO_ERRORS) giveFocus(form.current?.querySelector("[aria-invalid]"));
  }, [errors]);
  return (
    <div className="grid max-w-2xl gap-6">
      {asksPassword ? <ConfirmPanel /> : null}
      {problem === undefined ? null : (
        <p role="alert" className="font-semibold text-beet">
          {problem}
        </p>
      )}
      <PostForm ref={form} className="grid gap-6">
        <FieldErrorsContext value={errors}>
          <TextField
            name="name"
            label="Name"
            required
            maxLength={MAX_NAME_LENGTH}
            defaultValue={typed.name}
            hint="The program that uses it, such as “Stock list”."
          />
          <FieldFrame name="scopes" label="Permissions" isGroup hint="Give only what the program needs.">
            {(control) => (
              <ChoiceBoxes
                {...control}
                choices={SCOPE_CHOICES}
                boxOf={(scope) => ({ name: control.name, value: scope, defaultChecked: typed.scopes.includes(scope) })}
              />
            )}
          </FieldFrame>
          <SelectField
            name="days"
            label="Valid for"
            defaultValue={typed.days}
            hint="After that it stops working. Create another one in time."
          >
            {API_TOKEN_DAYS.map((days) => (
              <option key={days} value={days}>
                {DAYS_WORDS[days]}
              </option>
            ))}
          </SelectField>
        </FieldErrorsContext>
        <Button type="submit" size="desk" className="justify-self-start" disabled={isSending}>
          Create token
        </Button>
      </PostForm>
    </div>
  );
}

function NewToken({ token, name, shopUrl }: { readonly token: string; readonly name: string; readonly shopUrl: string }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => void giveFocus(field.current), []);
  return (
    <section aria-labelledby="new-token" className="grid max-w-2xl gap-4">
      <div className="rounded border border-harbour bg-harbour-tint p-4">
        <h2 id="new-token" className="text-lg">
          Copy the token for “{name}” now
        </h2>
        <p id="new-token-text" className="mt-1">
          It is shown only this once. Keep it as safe as a password: whoever has it can do what it permits.
        </p>
        <input
          ref={field}
          readOnly
          aria-label="Token"
          aria-describedby="new-token-text"
          value={token}
          onFocus={(event) => event.target.select()}
          className="control figures mt-3 min-h-11 w-full"
        />
      </div>
      <p>
        The program sends it with each call as the header <code className="wrap-anywhere">Authorization: Bearer {"<token>"}</code>. All
        calls are described at{" "}
        <a href="/api/openapi.json" className="text-primary underline underline-offset-2 wrap-anywhere">
          {shopUrl}/api/openapi.json
        </a>
        .
      </p>
      <ButtonLink to={href("/admin/api-tokens")} size="desk" className="justify-self-start">
        All tokens
      </ButtonLink>
    </section>
  );
}
