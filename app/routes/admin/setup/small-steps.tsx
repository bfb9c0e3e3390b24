import { useEffect, useRef } from "react";
import { Form, href, Link } from "react-router";
import { Button } from "#app/kit/button.tsx";
import { CONTROL_CLASS } from "#app/kit/forms/control.ts";
import { ConfirmButton } from "#app/kit/confirm.tsx";
import type { SetupStepId } from "#app/store/domain/setup-steps.ts";
import { CONFIRM_FIRST } from "#app/staff/domain/account-changes.ts";
import { ROLES, ROLE_WORDS } from "#app/staff/domain/user.ts";
import { ConfirmPanel } from "#app/staff/ui/confirm-panel.tsx";
import { counted } from "#app/values/plural.ts";
import type { SetupAnswer } from "./setup-answer.ts";
import type { SetupStep } from "./setup-state.server.ts";

/** Where a shop that is open says so. */
export const OPENED_ID = "shop-is-open";

const LINK = "text-primary underline underline-offset-2";

/** The way past a step that has no form of settings. */
export function SkipForm({ step, isDone = false }: { readonly step: SetupStepId; readonly isDone?: boolean }) {
  return (
    <Form method="post" className="mt-4">
      <input type="hidden" name="step" value={step} />
      <Button type="submit" name="intent" value="skip" look={isDone ? "filled" : "quiet"}>
        {isDone ? "Continue" : "Skip"}
      </Button>
    </Form>
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

/** Invites one person at a time; more is on the page of the staff. */
export function StaffStep({ answer }: { readonly answer: SetupAnswer | undefined }) {
  const refused = answer?.kind === "refused" ? answer : undefined;
  const invited = answer?.kind === "invited" ? answer : undefined;
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (invited !== undefined) notice.current?.focus();
  }, [invited]);
  const asksPassword = refused?.message === CONFIRM_FIRST;
  return (
    <>
      {asksPassword ? (
        <div className="mt-3">
          <ConfirmPanel />
        </div>
      ) : null}
      <Form method="post" className="mt-3 grid max-w-xl gap-3" key={invited?.name ?? "first"} noValidate>
        {invited === undefined ? null : (
          <div ref={notice} tabIndex={-1} className="rounded border border-leaf bg-leaf-tint p-3">
            <p className="font-semibold">{invited.name} is invited.</p>
            {invited.link === null ? (
              <p>The invitation is on its way by email.</p>
            ) : (
              <label className="mt-2 grid gap-1">
                <span>Emails are not set up. Copy this link and send it yourself. It is shown only now.</span>
                <input
                  readOnly
                  value={invited.link}
                  onFocus={(event) => event.target.select()}
                  className={`${CONTROL_CLASS} figures w-full`}
                />
              </label>
            )}
          </div>
        )}
        {refused === undefined ? null : (
          <p role="alert" className="font-semibold text-beet">
            {refused.message}{" "}
            {asksPassword ? null : (
              <Link to={href("/admin/users/add")} className={LINK}>
                Use the page “Add person”
              </Link>
            )}
          </p>
        )}
        <label className="grid gap-1">
          <span className="font-semibold">Name</span>
          <input name="name" defaultValue={refused?.typed["name"] ?? ""} autoComplete="off" className={CONTROL_CLASS} />
        </label>
        <label className="grid gap-1">
          <span className="font-semibold">Email</span>
          <input type="email" name="email" defaultValue={refused?.typed["email"] ?? ""} autoComplete="off" className={CONTROL_CLASS} />
        </label>
        <label className="grid gap-1">
          <span className="font-semibold">Role</span>
          <select name="roles" defaultValue={refused?.typed["roles"] ?? "order-admin"} className={CONTROL_CLASS}>
            {ROLES.map((role) => (
              <option key={role} value={role}>
                {ROLE_WORDS[role].label}
              </option>
            ))}
          </select>
        </label>
        <div>
          <Button type="submit" name="intent" value="invite">
            Invite
          </Button>
        </div>
      </Form>
    </>
  );
}

export function TestOrderStep({ publicUrl, qr }: { readonly publicUrl: string; readonly qr: string }) {
  return (
    <div className="mt-3 flex flex-wrap items-start gap-5">
      <img src={qr} alt="QR code of the shop's address" width={160} height={160} className="border border-hairline" />
      <div className="grid max-w-[44ch] gap-2">
        <p>
          Scan the code with your phone, sign in there as staff if the shop is not open yet, and order something. Then accept the order
          here.
        </p>
        <p className="text-ink-2 wrap-anywhere">{publicUrl}</p>
        <div className="flex flex-wrap gap-2">
          {/* The shop has a style sheet of its own. */}
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
    <Form method="post" className="mt-3 grid gap-3">
      {left.length === 0 ? null : <p>Still to do: {left.map(({ label }) => label).join(", ")}. You can open the shop first.</p>}
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
    </Form>
  );
}

/** What becomes of the orders that staff placed before the opening. */
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
