import type { PaymentGateway } from "#app/integrations/payments/gateway.server.ts";

export interface ActivePayments {
  readonly gateway: PaymentGateway;
  /** "simulator" while no real key is set: every page that takes a card then says that it is a test. */
  readonly kind: "stripe" | "simulator";
  readonly publishableKey: string;
  /** null = webhooks are not accepted (the return page and the reconciler do the work). */
  readonly webhookSecret: string | null;
}

/** Reads the stored keys at each use (cached by their value), so that a key typed into the settings works at once on every machine. */
export interface PaymentsSource {
  current(): Promise<ActivePayments>;
}
