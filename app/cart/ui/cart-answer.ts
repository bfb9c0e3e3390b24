import type { Choice, ChoiceProblem } from "#app/catalogue/domain/customization/customization.ts";
import type { Cents } from "#app/values/money.ts";

/** An item that has just been taken out, with all it needs to come back. */
export interface RemovedItem {
  readonly itemId: string;
  readonly productId: number;
  readonly name: string;
  readonly quantity: number;
  readonly note: string;
  readonly choices: readonly Choice[];
}

/** A line that has just grown or come about by adding to it. */
export interface AddedLine {
  readonly name: string;
  /** Units added now. */
  readonly quantity: number;
  readonly imageUrl: string | null;
  readonly options: readonly string[];
  /** One unit, in cents. */
  readonly unitPrice: Cents;
}

/** What `POST /cart` answers to a form that a script has sent; without script it redirects instead. */
export type CartAnswer =
  | {
      readonly ok: true;
      /** Units in the cart now. */
      readonly badge: number;
      /** What is to be paid for it, in cents. */
      readonly total: Cents;
      /** The fixed sentence for what was done, where there is one (values/messages.ts). */
      readonly said: string | null;
      readonly isGoodNews: boolean;
      readonly removed: RemovedItem | null;
      readonly added: AddedLine | null;
    }
  | {
      readonly ok: false;
      /** A sentence for the customer. */
      readonly message: string;
      /** Sentences by field name. */
      readonly errors: Readonly<Record<string, string>>;
      /** What is wrong with the customizations, for the product page. */
      readonly problems: readonly ChoiceProblem[];
      /** The request never arrived, so nothing is known to have changed. */
      readonly isOffline: boolean;
      /** Which line or code a plain form was about, for the page that shows it again. */
      readonly typed?: { readonly itemId: string | undefined; readonly code: string | undefined };
    };

export type CartRefusal = Extract<CartAnswer, { ok: false }>;

export const OFFLINE_ANSWER: CartAnswer = {
  ok: false,
  message: "There's no connection right now. Nothing was changed; please try again.",
  errors: {},
  problems: [],
  isOffline: true,
};
