import { isBroken, type Connection } from "#app/store/domain/connection.ts";

/** Whether mail leaves the shop: it does, stays in the outbox because no key is set, or should leave and cannot. */
export type MailState = { readonly kind: "works" | "kept" } | { readonly kind: "broken"; readonly reason: string };

/** @param connection how the provider took the last mail; undefined = none was sent yet */
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

/** What has become of a letter: it left, is about to, cannot leave (for now or for good), or is only kept in the outbox. */
export type DeliveryStatus = "left" | "leaving" | "stuck" | "kept";

/** The one answer to "has it been sent?" (docs/rules/outside-services.md); without a letter, what would become of one. */
export function deliveryStatus(
  letter: { readonly status: "queued" | "sent" | "failed"; readonly transport: string | null; readonly attempts: number } | undefined,
  { kind }: MailState,
): DeliveryStatus {
  if (letter?.status === "sent") return letter.transport === "outbox" ? "kept" : "left";
  if (letter?.status === "failed") return "stuck";
  if (kind === "kept") return "kept";
  return kind === "broken" || (letter?.attempts ?? 0) > 0 ? "stuck" : "leaving";
}
