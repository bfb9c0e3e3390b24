import * as texts from "#texts/checkout/outcomes.ts";
/** What prevents the order after submit. */
export interface PayNotice {
  readonly kind: "declined" | "offline" | "refused" | "changed";
  readonly message: string;
  /** Messages by form field, if the server named fields. */
  readonly errors: Readonly<Record<string, string>>;
}

/** The result of a submit: the page of the order, or a notice. */
export type PayOutcome = { readonly kind: "finished"; readonly token: string } | { readonly kind: "stopped"; readonly notice: PayNotice };

/** Submitting again continues the same attempt: one key is one order with one payment. */
export const LOST: PayNotice = {
  kind: "offline",
  message: texts.connectionLost,
  errors: {},
};

/** Loads code on demand; null without a connection. */
export async function loadedCode<Code>(load: () => Promise<Code>): Promise<Code | null> {
  try {
    return await load();
  } catch (error) {
    // A network failure; other errors are bugs.
    if (error instanceof TypeError) return null;
    throw error;
  }
}
