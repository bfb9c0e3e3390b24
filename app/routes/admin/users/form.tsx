import { useEffect } from "react";
import { PostForm } from "#app/kit/forms/post-form.tsx";
import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { data, href, Link } from "react-router";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { readId } from "#app/http/answers/read-query.server.ts";
import { requestContext, servicesContext, type Services } from "#app/http/context.server.ts";
import { mailPasswordLink, passwordLinkUrl } from "#app/http/staff/password-mail.server.tsx";
import { isConfirmed } from "#app/http/staff/confirmation.server.ts";
import { redirectSaying } from "#app/http/staff/flash.server.ts";
import { takeInvitation, withInvitation } from "#app/http/staff/invitation-link.server.ts";
import { loadRecordForm, saveRecordForm, type RecordFormDefinition } from "#app/http/staff/record-form.server.ts";
import { sessionLines } from "#app/http/staff/session-lines.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { Button, ButtonLink } from "#app/kit/button.tsx";
import { announce } from "#app/kit/focus/announcer.tsx";
import { readMailState } from "#app/mail/workflows/read-mail-state.server.ts";
import { PageHeader } from "#app/kit/page-header.tsx";
import { RecordControl, RecordSelect, RecordText } from "#app/kit/record/record-fields.tsx";
import { RecordForm, RecordSection } from "#app/kit/record/record-form.tsx";
import { RecordHistory } from "#app/kit/record/record-history.tsx";
import { findLastStaffLetter } from "#app/mail/data/mail-outbox.server.ts";
import { findSignInFacts, userRecords, type OnAdded, type UserRecord, type UserRecordsFor } from "#app/staff/data/user-records.server.ts";
import { listOwnRoles } from "#app/staff/data/role-records.server.ts";
import { listPasskeys } from "#app/staff/data/passkeys.server.ts";
import { dropAllPasskeys } from "#app/staff/workflows/passkeys.server.ts";
import { CONFIRM_FIRST, OWN_ACCOUNT_ONLY, type AccountActor } from "#app/staff/domain/account-changes.ts";
import { splitIntent } from "#app/staff/domain/sign-out-intent.ts";
import { userForm } from "#app/staff/domain/user.schema.ts";
import { roleWords } from "#app/staff/domain/user.ts";
import { ConfirmPanel } from "#app/staff/ui/confirm-panel.tsx";
import { SessionList } from "#app/staff/ui/session-list.tsx";
import { RolesControl } from "#app/staff/ui/roles-control.tsx";
import { signOutElsewhere } from "#app/staff/workflows/end-sessions.server.ts";
import { makePasswordLink, sendPasswordLink, type PasswordLink } from "#app/staff/workflows/password-links.server.ts";
import { removeTotp } from "#app/staff/workflows/two-factor.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { formatInstant, type ShopClock } from "#app/values/clock/shop-clock.ts";
import type { Route } from "./+types/form";

const pathOf = (id: number) => href("/admin/users/edit/:id", { id: String(id) });

const formOf = (judged: UserRecordsFor = {}): RecordFormDefinition<UserRecord> => ({
  store: userRecords(judged),
  schema: userForm,
  noun: "account",
  pathOf,
});
const BLANK: UserRecord = { name: "", email: "", roles: ["order-admin"], isDisabled: false };

export async function loader(args: Route.LoaderArgs) {
  const services = args.context.get(servicesContext);
  const { form, value, id, history } = await loadRecordForm(args, formOf(), BLANK);
  const [isFresh, ownRoles] = await Promise.all([isConfirmed(services, args.request), listOwnRoles(services.db)]);
  if (id === null) return data({ id, name: "", form, history, isFresh, ownRoles, facts: null });
  const clock = shopClock(await readSettings(services.db));
  const [invitation, signIn, letter, sessions, passkeys] = await Promise.all([
    takeInvitation(args.request, services, id),
    findSignInFacts(services.db, id),
    findLastStaffLetter(services.db, value.email),
    sessionLines(services, args.request, id, clock),
    listPasskeys(services.db, id),
  ]);
  const facts = {
    hasPassword: signIn?.hasPassword ?? false,
    isDisabled: value.isDisabled,
    invitation: invitation.link === null ? null : linkView(services, invitation.link, clock, false),
    hasSecondStep: (signIn?.totpSince ?? null) !== null,
    isSelf: requireStaff(args.context).id === id,
    letter: letter === undefined ? null : { hasFailed: letter.status === "failed", lastError: letter.lastError },
    sessions,
    passkeys: passkeys.map((passkey) => passkey.name),
  };
  return data({ id, name: value.name, form, history, isFresh, ownRoles, facts }, { headers: invitation.headers });
}

export async function action(args: Route.ActionArgs) {
  const services = args.context.get(servicesContext);
  const { db, now, log } = services;
  const actor = requireStaff(args.context);
  const pressed = (await args.request.clone().formData()).get("intent");
  const isFresh = await isConfirmed(services, args.request);
  if (typeof pressed !== "string") return saveUser(args, services, { ...actor, isConfirmed: isFresh });
  const id = readId(args.request, args.params.id);
  const user = (await userRecords().find(db, [id])).get(id)?.value;
  if (user === undefined) throw notFound(args.request);
  const them = { id, name: user.name };
  const unconfirmed = isFresh ? undefined : CONFIRM_FIRST;
  const refusal = id === actor.id ? OWN_ACCOUNT_ONLY : unconfirmed;
  if (refusal !== undefined) return data({ message: refusal }, { status: 422 });
  const [intent, session] = splitIntent(pressed);
  const { id: requestId, clientAddress } = args.context.get(requestContext);
  log.info({ security: intent, userId: actor.id, subjectId: id, requestId, clientAddress }, "access of a member of staff");
  switch (intent) {
    case "link": {
      const link = await sendPasswordLink(db, actor, id, now(), mailPasswordLink(services));
      if (link === undefined || link === "disabled") return data({ message: "Enable the account first." }, { status: 422 });
      const clock = shopClock(await readSettings(db));
      return data({ link: linkView(services, link, clock, (await readMailState(services)).kind === "works") });
    }
    case "sign-out":
    case "sign-out-all": {
      if (intent === "sign-out" && session === null) return data({ message: "Choose a session." }, { status: 422 });
      const ended = await signOutElsewhere(db, actor, them, session === null ? { except: null } : { id: session });
      return redirectSaying(services, pathOf(id), { text: ended === 0 ? "It had ended already." : `${user.name} is signed out there.` });
    }
    case "passkeys-off": {
      const removedCount = await dropAllPasskeys(db, actor, them);
      return redirectSaying(services, pathOf(id), {
        text: removedCount === 0 ? "There were no passkeys to remove." : `The passkeys of ${user.name} are removed.`,
      });
    }
    case "codes-off":
      await removeTotp(db, actor, them);
      return redirectSaying(services, pathOf(id), { text: `${user.name} signs in without codes now.` });
    default:
      return data({ message: "Choose what to do." }, { status: 422 });
  }
}

async function saveUser(args: Route.ActionArgs, services: Services, actor: AccountActor) {
  const made: PasswordLink[] = [];
  const onAdded: OnAdded = async (tx, user) => {
    const link = await makePasswordLink(tx, user, true, services.now());
    made.push(link);
    await mailPasswordLink(services)(tx, link);
  };
  const saved = await saveRecordForm(args, formOf({ onAdded, actor }));
  const [link] = made;
  if (link === undefined || !(saved instanceof Response) || (await readMailState(services)).kind === "works") return saved;
  return withInvitation(saved, services, link);
}

/** A password link, for the administrator to pass on. */
function linkView({ env, now }: Services, link: Pick<PasswordLink, "token" | "expiresAt">, clock: ShopClock, isMailed: boolean) {
  return { url: passwordLinkUrl(env.publicUrl, link), until: formatInstant(link.expiresAt, clock, now()), isMailed };
}

export { sendRecordForm as clientAction } from "#app/kit/record/send-record-form.ts";
export { hasConnection as shouldRevalidate } from "#app/kit/lost-connection.ts";

export default function UserForm({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, form, history, isFresh, ownRoles, facts } = loaderData;
  const answer = actionData !== undefined && "kind" in actionData ? actionData : undefined;
  return (
    <>
      <PageHeader title={id === null ? "Add person" : name} trail={[{ to: href("/admin/users"), label: "Staff" }]}>
        {id === null ? null : (
          <ButtonLink to={href("/admin/users/delete/:id", { id: String(id) })} look="danger-outline" size="desk">
            Delete account
          </ButtonLink>
        )}
      </PageHeader>
      {isFresh || facts?.isSelf === true ? null : (
        <div className="mb-6">
          <ConfirmPanel />
        </div>
      )}
      <RecordForm
        form={form}
        answer={answer}
        side={
          <RecordSection title="Access">
            <RecordSelect name="isDisabled" label="Sign-in" options={{ active: "Active", disabled: "Disabled: signed out everywhere" }} />
          </RecordSection>
        }
      >
        <RecordSection title="Person">
          <RecordText name="name" label="Name" hint="Shown in the history next to their changes." />
          <RecordText
            name="email"
            label="Email"
            type="email"
            hint={id === null ? "The invitation goes there; they choose their own password." : undefined}
          />
        </RecordSection>
        <RecordSection title="Role">
          <RecordControl
            isGroup
            name="roles"
            label="Permissions"
            hint="Changing the role signs them out everywhere."
            show={(text) => roleWords(text.split(","), ownRoles)}
          >
            {({ required: _required, maxLength: _maxLength, ...control }) => <RolesControl {...control} ownRoles={ownRoles} />}
          </RecordControl>
        </RecordSection>
      </RecordForm>
      {facts === null ? null : <SignInPanel facts={facts} answer={actionData} />}
      <RecordHistory history={history} />
    </>
  );
}

type Facts = NonNullable<Route.ComponentProps["loaderData"]["facts"]>;

type ActionData = Route.ComponentProps["actionData"];

/** Password link, one-time codes and sessions: separate actions, outside the form. */
function SignInPanel({ facts, answer }: { readonly facts: Facts; readonly answer: ActionData }) {
  if (facts.isSelf)
    return (
      <p className="mt-8">
        Your own email address, password, codes, passkeys and sessions are under{" "}
        <Link to={href("/admin/orders/account")} className="text-primary underline underline-offset-2">
          My account
        </Link>
        .
      </p>
    );
  return (
    <section className="mt-8 grid max-w-3xl gap-6">
      <PasswordPanel facts={facts} answer={answer} />
      <div className="grid gap-3">
        <h2 className="rule pb-1 text-lg">Two-factor authentication</h2>
        {facts.hasSecondStep ? (
          <>
            <p>Sign-in asks for a code of their app.</p>
            <PostForm>
              <Button type="submit" name="intent" value="codes-off" look="danger-outline" size="desk">
                Turn off: the device is lost
              </Button>
            </PostForm>
          </>
        ) : (
          <p>Off. Everybody turns them on for themselves, under “My account”.</p>
        )}
      </div>
      {facts.passkeys.length === 0 ? null : (
        <div className="grid gap-3">
          <h2 className="rule pb-1 text-lg">Passkeys</h2>
          <p className="wrap-anywhere">{facts.passkeys.join(", ")}</p>
          <PostForm>
            <Button type="submit" name="intent" value="passkeys-off" look="danger-outline" size="desk">
              Remove passkeys and sign out
            </Button>
          </PostForm>
        </div>
      )}
      <div>
        <h2 className="rule mb-3 pb-1 text-lg">Signed in</h2>
        <PostForm>
          <SessionList sessions={facts.sessions} keepsThis={false} />
        </PostForm>
      </div>
    </section>
  );
}

function linkWords(isMailed: boolean): string {
  return isMailed
    ? "The email is on its way. You can also hand this link over yourself; it is shown only now."
    : "This shop sends no emails right now. Copy this link and hand it over yourself; it is shown only now.";
}

function PasswordPanel({ facts, answer }: { readonly facts: Facts; readonly answer: ActionData }) {
  const sent = answer !== undefined && "link" in answer ? answer.link : undefined;
  const link = sent ?? facts.invitation ?? undefined;
  const message = answer !== undefined && "message" in answer ? answer.message : undefined;
  useEffect(() => {
    if (sent !== undefined) announce(`The link is new. ${linkWords(sent.isMailed)}`);
  }, [sent]);
  return (
    <div className="grid gap-3">
      <h2 className="rule pb-1 text-lg">Password</h2>
      <p>{facts.hasPassword ? "They have set their password." : "Invitation pending."}</p>
      {facts.letter?.hasFailed === true ? (
        <p className="font-semibold text-beet">The last mail to them did not leave: {facts.letter.lastError ?? "no reason was given"}.</p>
      ) : null}
      {message === undefined ? null : (
        <p role="alert" className="font-semibold text-beet">
          {message}
        </p>
      )}
      {link === undefined ? null : (
        <div className="rounded border border-harbour bg-harbour-tint p-3">
          <p className="font-semibold">{linkWords(link.isMailed)}</p>
          <input
            readOnly
            aria-label="Link"
            value={link.url}
            onFocus={(event) => event.target.select()}
            className="control mt-2 min-h-10 w-full"
          />
          <p className="mt-1 text-ink-2">Works once, until {link.until}.</p>
        </div>
      )}
      {facts.isDisabled ? null : (
        <PostForm>
          <Button type="submit" name="intent" value="link" look="outline" size="desk">
            {facts.hasPassword ? "Send a link for a new password" : "Send the invitation again"}
          </Button>
        </PostForm>
      )}
    </div>
  );
}
