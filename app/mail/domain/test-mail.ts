import { counted } from "#texts/plural.ts";

/** The kind of emails that staff send to themselves to test email delivery. */
export const TEST_MAIL = "test_mail";

/** The result of a test email. `trouble`: `refused` = the key, sign-in or sender; `silent` = no usable response; null = this message. */
export type TestMailOutcome =
  | { readonly kind: "sent"; readonly transport: "sendgrid" | "smtp" | "outbox" }
  | { readonly kind: "no-sender" }
  | {
      readonly kind: "refused";
      readonly transport: "sendgrid" | "smtp" | "outbox";
      readonly trouble: "refused" | "silent" | null;
      /** The provider's message. */
      readonly reason: string;
    }
  | { readonly kind: "too-many"; readonly retryAfterSeconds: number };

const SERVICES = { sendgrid: "SendGrid", smtp: "the mail server", outbox: "the outbox" } as const;

/** The result in words for the waiting staff member. */
export function testMailWords(outcome: TestMailOutcome, to: string): string {
  switch (outcome.kind) {
    case "sent":
      return outcome.transport === "outbox"
        ? "Not sent, only kept in the email log: no mail server and no SendGrid key is saved."
        : `Sent to ${to} through ${SERVICES[outcome.transport]}. If it does not arrive within minutes, look in the spam folder.`;
    case "no-sender":
      return "Not sent. Enter the sender email and save it first.";
    case "too-many":
      return `Not sent. You asked for several test emails just now. Try again in ${counted(Math.ceil(outcome.retryAfterSeconds / 60), "minute", "minutes")}.`;
    case "refused":
      return `Not sent. ${WHY[outcome.trouble ?? "message"](SERVICES[outcome.transport], to)} ${outcome.reason}`;
  }
}

const WHY: Readonly<Record<"refused" | "silent" | "message", (service: string, to: string) => string>> = {
  refused: (service) => `Check the key or password and the sender email: ${service} does not accept one of them.`,
  silent: (service) => `Try again in a minute: ${service} does not respond as it should.`,
  message: (service, to) => `Check the address ${to}: ${service} did not take the email.`,
};
