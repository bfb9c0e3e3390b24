import { mailState, type MailState } from "#app/mail/domain/delivery-status.ts";
import type { EmailTransportSource } from "#app/mail/gateway/transport.server.ts";

/** Whether the shop can send email now. */
export async function readMailState({
  email,
  now,
}: {
  readonly email: EmailTransportSource;
  readonly now: () => Date;
}): Promise<MailState> {
  const active = await email.current();
  return mailState(active, await active.connection(), now());
}
