import { useEffect, useRef, useState } from "react";
import { PostForm } from "#app/kit/forms/post-form.tsx";
import { href, Link, useNavigation } from "react-router";
import { Button } from "#app/kit/button.tsx";
import { CONTROL_CLASS } from "#app/kit/forms/control.ts";
import { FieldErrorsContext, SelectField, TextField, type FieldErrors } from "#app/kit/forms/field.tsx";
import { LeaveQuestion } from "#app/kit/forms/leave-question.tsx";
import { isOtherView } from "#app/kit/hooks/use-leave-guard.ts";
import { ConfirmButton, type Question } from "#app/kit/confirm.tsx";
import type { SetupStepId } from "#app/store/domain/setup-steps.ts";
import { CONFIRM_FIRST } from "#app/staff/domain/account-changes.ts";
import { ROLES, ROLE_WORDS } from "#app/staff/domain/user.ts";
import { ConfirmPanel } from "#app/staff/ui/confirm-panel.tsx";
import { counted } from "#texts/plural.ts";
import type { SetupAnswer } from "./setup-answer.ts";
import type { SetupStep } from "./setup-state.server.ts";

/** The id of the message that the shop is open. */
export const OPENED_ID = "shop-is-open";

const LINK = "text-primary underline underline-offset-2";

interface SkipFormProps {
  readonly step: SetupStepId;
  readonly isDone?: boolean;
  /** The confirmation, needed while leaving the step would lose input. */
  readonly question?: Question | null;
  /** Called when the user discards the input. */
  readonly onSkip?: () => void;
}

/** The skip button of a step without a settings form. */
export function SkipForm({ step, isDone = false, question = null, onSkip }: SkipFormProps) {
  const button = { name: "intent", value: "skip", look: isDone ? "filled" : "quiet", children: isDone ? "Continue" : "Skip" } as const;
  return (
    <PostForm className="mt-4" onSubmit={onSkip}>
      <input type="hidden" name="step" value={step} />
      {question === null ? <Button type="submit" {...button} /> : <ConfirmButton question={question} {...button} />}
    </PostForm>
  );
}

export function LookNote() {
  return (
    <p className="mt-3 text-ink-2">
      The words and the picture at the top are on the{" "}
      <Link to={href("/admin/cms/home")} className={LINK}>
        home page
      </Link>
      .
    </p>
  );
}

export function PaymentNote() {
  return (
    <p className="mt-3 text-ink-2">
      You find both keys in Stripe under{" "}
      <a href="https://dashboard.stripe.com/apikeys" target="_blank" rel="noreferrer" className={LINK}>
        Developers, API keys
      </a>
      .
    </p>
  );
}

export function MailNote() {
  return (
    <p className="mt-3 text-ink-2">
      Enter the mail server that your email provider names, or a SendGrid key, which you find in SendGrid under{" "}
      <a href="https://app.sendgrid.com/settings/api_keys" target="_blank" rel="noreferrer" className={LINK}>
        Settings, API Keys
      </a>
      . With a key, the sender has to be verified there.
    </p>
  );
}

const NOT_INVITED = {
  title: "Continue without this invitation?",
  text: "The person that you entered is not invited yet.",
  yes: "Discard and continue",
  no: "Stay here",
  isDanger: true,
} as const;

/** Invites one staff member at a time; the staff page has more options. */
export function StaffStep({ answer }: { readonly answer: SetupAnswer | undefined }) {
  const refused = answer?.kind === "refused" ? answer : undefined;
  const invited = answer?.kind === "invited" ? answer : undefined;
  const notice = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const [question, setTyped] = useInviteQuestion(invited);
  useEffect(() => {
    if (invited !== undefined) notice.current?.focus();
    if (refused !== undefined) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [invited, refused]);
  const asksPassword = refused?.message === CONFIRM_FIRST;
  const field = asksPassword ? null : (refused?.field ?? null);
  return (
    <>
      {asksPassword ? (
        <div className="mt-3">
          <ConfirmPanel />
        </div>
      ) : null}
      <PostForm ref={form} className="mt-3 grid max-w-xl gap-3" key={invited?.name ?? "first"} onInput={() => setTyped(true)} noValidate>
        <InviteLeaveQuestion isTyped={question !== null} />
        {invited === undefined ? null : (
          <div ref={notice} tabIndex={-1} className="rounded border border-leaf bg-leaf-tint p-3">
            <p className="font-semibold">{invited.name} is invited.</p>
            <Invitation link={invited.link} />
          </div>
        )}
        {refused === undefined || field !== null ? null : <Refusal message={refused.message} />}
        <InviteFields typed={refused?.typed ?? {}} errors={field === null ? {} : { [field]: [refused?.message ?? ""] }} />
        <div>
          <Button type="submit" name="intent" value="invite">
            Invite
          </Button>
        </div>
      </PostForm>
      <SkipForm step="staff" question={question} />
    </>
  );
}

/** The confirmation while the invitation form has input; a new invitation means that the form was sent. */
function useInviteQuestion(invited: SetupAnswer | undefined) {
  const [isTyped, setTyped] = useState(false);
  const [known, setKnown] = useState(invited);
  if (known !== invited) {
    setKnown(invited);
    setTyped(false);
  }
  return [isTyped ? NOT_INVITED : null, setTyped] as const;
}

function InviteLeaveQuestion({ isTyped }: { readonly isTyped: boolean }) {
  const isSaving = useNavigation().formMethod === "POST";
  return <LeaveQuestion isDirty={isTyped && !isSaving} isLeaving={isOtherView} text={NOT_INVITED.text} />;
}

interface InviteFieldsProps {
  readonly typed: Readonly<Record<string, string>>;
  readonly errors: FieldErrors;
}

function InviteFields({ typed, errors }: InviteFieldsProps) {
  return (
    <FieldErrorsContext value={errors}>
      <TextField name="name" label="Name" defaultValue={typed["name"]} autoComplete="off" />
      <TextField name="email" label="Email" type="email" defaultValue={typed["email"]} autoComplete="off" />
      <SelectField name="roles" label="Role" defaultValue={typed["roles"] ?? "order-admin"}>
        {ROLES.map((role) => (
          <option key={role} value={role}>
            {ROLE_WORDS[role].label}
          </option>
        ))}
      </SelectField>
    </FieldErrorsContext>
  );
}

/** An error of the invitation that concerns none of its fields. */
function Refusal({ message }: { readonly message: string }) {
  return (
    <p role="alert" className="font-semibold text-beet">
      {message}{" "}
      {message === CONFIRM_FIRST ? null : (
        <Link to={href("/admin/users/add")} className={LINK}>
          Use the page “Add person”
        </Link>
      )}
    </p>
  );
}

function Invitation({ link }: { readonly link: string | null }) {
  if (link === null) return <p>The invitation is on its way by email.</p>;
  return (
    <label className="mt-2 grid gap-1">
      <span>Emails are not set up. Copy this link and send it yourself. It is shown only now.</span>
      <input readOnly value={link} onFocus={(event) => event.target.select()} className={`${CONTROL_CLASS} figures w-full`} />
    </label>
  );
}

interface TestOrderStepProps {
  readonly publicUrl: string;
  readonly qr: string;
  /** The sentence for customers while the shop is closed; null: it is open. */
  readonly closed: string | null;
}

export function TestOrderStep({ publicUrl, qr, closed }: TestOrderStepProps) {
  return (
    <div className="mt-3 flex flex-wrap items-start gap-5">
      <img src={qr} alt="QR code of the shop's address" width={160} height={160} className="border border-hairline" />
      <div className="grid max-w-[44ch] gap-2">
        <p>
          Scan the code with your phone, sign in there as staff if the shop is not open yet, and order something. Then accept the order
          here.
        </p>
        {closed === null ? null : (
          <p className="border-l-4 border-saffron pl-2">
            {closed} Until then an order for now is refused. Come back when you are open, or change the{" "}
            <Link to="/admin/setup?step=hours" className={LINK}>
              opening hours
            </Link>{" "}
            for the test.
          </p>
        )}
        <p className="text-ink-2 wrap-anywhere">{publicUrl}</p>
        <div className="flex flex-wrap gap-2">
          {/* A full page load, because the shop has a different style sheet. */}
          <a href="/" className={`${LINK} inline-flex min-h-11 items-center`}>
            Order on this device
          </a>
          <Link to={href("/admin/orders")} className={`${LINK} inline-flex min-h-11 items-center`}>
            See the orders
          </Link>
        </div>
      </div>
    </div>
  );
}

interface OpenStepProps {
  readonly isSoon: boolean;
  readonly steps: readonly SetupStep[];
  readonly testOrders: { readonly removable: number; readonly paid: number };
}

export function OpenStep({ isSoon, steps, testOrders }: OpenStepProps) {
  const left = steps.filter(({ id, state }) => state === "open" && id !== "open");
  return (
    <PostForm className="mt-3 grid gap-3">
      {left.length === 0 ? null : (
        <p>
          Still to do: {left.map(({ label }) => label).join(", ")}.{isSoon ? " You can open the shop first." : ""}
        </p>
      )}
      <TestOrders {...testOrders} isSoon={isSoon} />
      <div>
        {isSoon ? (
          <Button type="submit" name="intent" value="open" size="large">
            Open the shop
          </Button>
        ) : (
          <div className="flex flex-wrap items-center gap-3">
            <span id={OPENED_ID} className="font-semibold">
              The shop is open.
            </span>
            <ConfirmButton
              name="intent"
              value="hide"
              look="outline"
              size="desk"
              question={{
                title: "Hide the shop?",
                text: "Visitors see “Opening soon” and cannot order until you open the shop again. Orders that were placed stay.",
                yes: "Hide the shop",
              }}
            >
              Hide the shop from visitors
            </ConfirmButton>
          </div>
        )}
      </div>
    </PostForm>
  );
}

/** Asks what happens to the test orders that staff placed before the opening. */
function TestOrders({ removable, paid, isSoon }: OpenStepProps["testOrders"] & Pick<OpenStepProps, "isSoon">) {
  return (
    <>
      {removable === 0 ? null : (
        <p>
          {isSoon ? "Opening the shop removes " : "Left from before the opening: "}
          <strong>{counted(removable, "test order", "test orders")}</strong>
          {isSoon ? ". Stock and uses of promotions are given back, and test payments are cancelled." : "."}
        </p>
      )}
      {isSoon || removable === 0 ? null : (
        <div>
          <Button type="submit" name="intent" value="open" look="outline" size="desk">
            Remove test orders
          </Button>
        </div>
      )}
      {paid === 0 ? null : (
        <p>
          {counted(paid, "test order stays", "test orders stay")}, marked as “Test order” and left out of all figures, because real money
          was taken: the payment and its refund need the order.
        </p>
      )}
    </>
  );
}
