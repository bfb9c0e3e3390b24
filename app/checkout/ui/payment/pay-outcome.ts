import * as texts from "#texts/checkout/outcomes.ts";
/** What prevents the order after submit. */
export interface PayNotice {
  readonly kind: "declined" | "offline" | "refused" | "changed";
  readonly message: string;
  /** Messages by form field, if the server named fields. */
  readonly errors: Readonly<Record<string, string>>;
}

/** What came of a submit: the order's page to open, or what to tell. */
export type PayOutcome = { readonly kind: "finished"; readonly token: string } | { readonly kind: "stopped"; readonly notice: PayNotice };

/** Pressing again continues what was begun: one key is one order, and one order has one payment. */
export const LOST: PayNotice = {
  kind: "offline",
  message: texts.connectionLost,
  errors: {},
};

/** Code that is loaded when it is needed; null without a connection. */
export async function loadedCode<Code>(load: () => Promise<Code>): Promise<Code | null> {
  try {
    return await load();
  } catch (error) {
    // A network failure; other errors are bugs.
    if (error instanceof TypeError) return null;
    throw error;
  }
}
