import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { PostForm } from "#app/kit/forms/post-form.tsx";
import { data, redirect } from "react-router";
import encodeQR from "qr";
import { requestContext, servicesContext } from "#app/http/context.server.ts";
import { isConfirmed } from "#app/http/staff/confirmation.server.ts";
import { redirectSaying } from "#app/http/staff/flash.server.ts";
import { sessionLines } from "#app/http/staff/session-lines.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { PageHeader } from "#app/kit/page-header.tsx";
import type { FieldErrors } from "#app/kit/forms/field.tsx";
import { countRecoveryCodes } from "#app/staff/data/two-factor.server.ts";
import { findSignInFacts } from "#app/staff/data/user-records.server.ts";
import { listOwnRoles } from "#app/staff/data/role-records.server.ts";
import { listPasskeys } from "#app/staff/data/passkeys.server.ts";
import { ACCOUNT_PATH, canOpen } from "#app/staff/domain/permissions.ts";
import { roleWords } from "#app/staff/domain/user.ts";
import { UndoTime } from "#app/orders/ui/staff/forms/undo-time.tsx";
import { PushSwitch } from "#app/orders/ui/staff/push/push-switch.tsx";
import { ConfirmPanel } from "#app/staff/ui/confirm-panel.tsx";
import { SessionList } from "#app/staff/ui/session-list.tsx";
import { pendingTotp } from "#app/staff/workflows/two-factor.server.ts";
import { totpAddress } from "#app/staff/workflows/totp.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { formatInstant } from "#app/values/clock/shop-clock.ts";
import { actOnAccount } from "./acts.server.ts";
import { CodesPanel, EmailPanel, PasskeysPanel, PasswordPanel } from "./panels.tsx";
import type { Route } from "./+types/index";

/** The signed-in user's own account. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, secrets } = services;
  const user = requireStaff(context);
  const settings = await readSettings(db);
  const clock = shopClock(settings);
  const isFresh = await isConfirmed(services, request);
  const [signIn, pending, codes, passkeys, sessions, ownRoles] = await Promise.all([
    findSignInFacts(db, user.id),
    // Hides the unconfirmed secret on an unattended tablet.
    isFresh ? pendingTotp(db, secrets, user.id) : null,
    countRecoveryCodes(db, user.id),
    listPasskeys(db, user.id),
    sessionLines(services, request, user.id, clock),
    listOwnRoles(db),
  ]);
  return {
    asksPassword: !isFresh,
    needsSecondFactor: user.needsSecondFactor === true,
    seesOrders: canOpen("/admin/orders", user),
    user: { name: user.name, email: user.email, role: roleWords(user.roles, ownRoles) },
    hasCodes: (signIn?.totpSince ?? null) !== null,
    codesLeft: codes.left,
    hasShortCodes: codes.short > 0,
    pending: pending === null ? null : { secret: pending, qr: encodeQR(totpAddress(pending, settings.APP_NAME, user.email), "svg") },
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      since: formatInstant(createdAt, clock, services.now()),
      used: lastUsedAt === null ? null : formatInstant(lastUsedAt, clock, services.now()),
    })),
    sessions,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const answer = await actOnAccount(services, request, context.get(requestContext), requireStaff(context));
  switch (answer.kind) {
    // The page itself shows the next step; a toast would cover it.
    case "begun":
      return redirect(ACCOUNT_PATH);
    case "said": {
      const flash = await redirectSaying(services, ACCOUNT_PATH, { text: answer.text });
      for (const cookie of answer.setCookies ?? []) flash.headers.append("Set-Cookie", cookie);
      return flash;
    }
    case "refused":
      return data({ errors: answer.errors, recoveryCodes: null, options: null }, { status: 422 });
    case "confirmed":
      return data({ errors: {}, recoveryCodes: null, options: null });
    case "codes":
      return data({ errors: {}, recoveryCodes: answer.codes, options: null });
    case "passkey":
      return data({ errors: {}, recoveryCodes: null, options: answer.options }, { headers: { "Set-Cookie": answer.setCookie } });
  }
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { user, sessions } = loaderData;
  const errors: FieldErrors = actionData?.errors ?? {};
  const secondFactors = (
    <>
      <CodesPanel
        errors={errors}
        hasCodes={loaderData.hasCodes}
        codesLeft={loaderData.codesLeft}
        hasShortCodes={loaderData.hasShortCodes}
        pending={loaderData.pending}
        recoveryCodes={actionData?.recoveryCodes ?? null}
      />
      <PasskeysPanel errors={errors} passkeys={loaderData.passkeys} />
    </>
  );
  return (
    <>
      <PageHeader title="My account" />
      <p className="mb-6 text-base">
        {user.name}, {user.email} <span className="text-ink-2">· {user.role}</span>
      </p>
      {loaderData.needsSecondFactor ? (
        <p role="alert" className="mb-6 max-w-3xl rounded border border-saffron bg-saffron-tint p-3">
          This shop requires two-factor authentication. Set up one-time codes or a passkey here. If you have one already, sign out and sign
          in with it.
        </p>
      ) : null}
      <div className="grid max-w-3xl gap-10">
        {errors["unconfirmed"] === undefined ? null : (
          <p role="alert" className="font-semibold text-beet">
            {errors["unconfirmed"][0]}
          </p>
        )}
        {loaderData.asksPassword ? <ConfirmPanel /> : null}
        {loaderData.needsSecondFactor ? secondFactors : null}
        <EmailPanel errors={errors} email={user.email} />
        <PasswordPanel errors={errors} email={user.email} />
        {loaderData.needsSecondFactor ? null : secondFactors}
        <section>
          <h2 className="rule mb-3 pb-1 text-lg">This device</h2>
          <div className="grid gap-4">
            {loaderData.seesOrders ? <PushSwitch /> : null}
            <UndoTime />
          </div>
        </section>
        <section>
          <h2 className="rule mb-3 pb-1 text-lg">Signed in</h2>
          <PostForm>
            <SessionList sessions={sessions} keepsThis />
          </PostForm>
        </section>
      </div>
    </>
  );
}
