import { isBroken, type Connection } from "#app/store/domain/connection.ts";

/** Whether emails are sent: yes, stored in the outbox because no provider is set, or failing. */
export type MailState = { readonly kind: "works" | "kept" } | { readonly kind: "broken"; readonly reason: string };

/** @param connection the provider's last response; undefined = none yet */
export function mailState(
  {
    transport,
    sender,
  }: { readonly transport: { readonly name: "sendgrid" | "smtp" | "outbox" }; readonly sender: { readonly email: string } | null },
  connection: Connection | undefined,
  now: Date,
): MailState {
  if (transport.name === "outbox") return { kind: "kept" };
  if (sender === null) return { kind: "broken", reason: "No sender email is set." };
  return isBroken(connection, now) ? { kind: "broken", reason: connection.reason } : { kind: "works" };
}

/** State of an email: sent, about to be sent, failing (for now or for good), or kept in the outbox only. */
export type DeliveryStatus = "left" | "leaving" | "stuck" | "kept";

/** The single source for "was it sent?" (docs/rules/outside-services.md). Without an email: the state that a new one would get. */
export function deliveryStatus(
  email: { readonly status: "queued" | "sent" | "failed"; readonly transport: string | null; readonly attempts: number } | undefined,
  { kind }: MailState,
): DeliveryStatus {
  if (email?.status === "sent") return email.transport === "outbox" ? "kept" : "left";
  if (email?.status === "failed") return "stuck";
  if (kind === "kept") return "kept";
  return kind === "broken" || (email?.attempts ?? 0) > 0 ? "stuck" : "leaving";
}
