import * as quantityTexts from "#texts/cart/quantity.ts";
import { noLongerInCartAddAgain } from "#texts/cart/answers.ts";
import { choicesFingerprint } from "#app/catalogue/domain/customization/customization.ts";
import type { Choice } from "#app/catalogue/domain/customization/customization.ts";
import { MAX_CART_LINES, MAX_QUANTITY } from "#app/values/limits.ts";
import type { Cents } from "#app/values/money.ts";
import { fail, ok } from "#app/values/result.ts";
import type { Result } from "#app/values/result.ts";
import type { ProductForSale } from "#app/catalogue/domain/product-for-sale.ts";
import type { SeenWeight } from "#app/catalogue/domain/weight/steps.ts";
import type { CartProblemCode } from "./cart-problems.ts";

/** The requested tip; percentages follow the cart. */
export type TipChoice =
  /** `isChosen`: the customer chose no tip; missing before a choice. */
  | { readonly kind: "none"; readonly isChosen?: true }
  | { readonly kind: "percentage"; readonly percentage: number }
  | { readonly kind: "fixed"; readonly amount: Cents };

/** Choice of a gift. */
export interface GiftChoice {
  readonly promotionId: number;
  readonly productId: number;
}

/** One stored cart item joined with its product. */
export interface CartLine {
  readonly id: string;
  readonly product: ProductForSale;
  readonly quantity: number;
  readonly choices: readonly Choice[];
  readonly note: string;
  /** The last displayed unit price, for the "price changed" notice; null: never priced. */
  readonly seenUnitPrice: Cents | null;
  /** The stored quantity, in units of `seenWeight`. */
  readonly seenQuantity?: number;
  /** The weight of one step when last displayed; null or absent: by the piece, or never priced. */
  readonly seenWeight?: SeenWeight | null;
  /** Only of an order: sold by weight, at the price of its whole weight. */
  readonly isWeighed?: boolean;
}

/** A problem between cart and order: blocking or a notice. */
export interface CartProblem {
  readonly code: CartProblemCode;
  readonly cartItemId: string | null;
  /** Message for the customer with a solution. */
  readonly message: string;
  /** False = only a notice (price_changed). */
  readonly blocks: boolean;
}

/** The stored fields of a cart item. */
export interface CartEntry {
  readonly id: string;
  readonly productId: number;
  readonly quantity: number;
  readonly choices: readonly Choice[];
  readonly note: string;
}

/** Adds a line, or units to the equal line (same product, choices and note). */
export type AddPlan =
  | { readonly kind: "new"; readonly fingerprint: string }
  | { readonly kind: "merge"; readonly id: string; readonly quantity: number };

/** The edited line keeps its id; a line equal to it is removed first, because fingerprints are unique per cart. */
export interface EditPlan {
  readonly removeId: string | null;
  readonly entry: CartEntry;
  readonly fingerprint: string;
}

export interface CartRefusal {
  readonly code: "quantity" | "too-many-lines" | "not-in-cart";
  /** Message with the valid input. */
  readonly message: string;
}

/** Adds units to a cart. `wanted.choices` are normalized (`choicesOf`), so that equal choices give equal lines. */
export function planAdd(entries: readonly CartEntry[], wanted: Omit<CartEntry, "id">): Result<AddPlan, CartRefusal> {
  if (!isQuantity(wanted.quantity)) return fail(quantityRefusal(0));
  const fingerprint = choicesFingerprint(wanted.productId, wanted.choices, wanted.note);
  const equal = entries.find((entry) => fingerprintOf(entry) === fingerprint);
  if (equal === undefined) {
    if (entries.length < MAX_CART_LINES) return ok({ kind: "new", fingerprint });
    return fail({ code: "too-many-lines", message: quantityTexts.tooManyLines(MAX_CART_LINES) });
  }
  const quantity = equal.quantity + wanted.quantity;
  return isQuantity(quantity) ? ok({ kind: "merge", id: equal.id, quantity }) : fail(quantityRefusal(equal.quantity));
}

/** The lines of a cart that is entered as a whole: equal entries share a line. `newId` returns the id of each line. */
export function planLines(wanted: readonly Omit<CartEntry, "id">[], newId: () => string): Result<readonly CartEntry[], CartRefusal> {
  let lines: readonly CartEntry[] = [];
  for (const wish of wanted) {
    const plan = planAdd(lines, wish);
    if (!plan.ok) return plan;
    const added = plan.value;
    lines =
      added.kind === "new"
        ? [...lines, { ...wish, id: newId() }]
        : lines.map((line) => (line.id === added.id ? { ...line, quantity: added.quantity } : line));
  }
  return ok(lines);
}

/** Changes one line; missing fields stay. If it equals another line, both are merged into the edited one. */
export function planEdit(
  entries: readonly CartEntry[],
  id: string,
  changes: { readonly quantity?: number; readonly choices?: readonly Choice[]; readonly note?: string },
): Result<EditPlan, CartRefusal> {
  const current = entries.find((entry) => entry.id === id);
  if (current === undefined) return fail({ code: "not-in-cart", message: noLongerInCartAddAgain });
  const edited = {
    ...current,
    quantity: changes.quantity ?? current.quantity,
    choices: changes.choices ?? current.choices,
    note: changes.note ?? current.note,
  };
  if (!isQuantity(edited.quantity)) return fail(quantityRefusal(0));
  const fingerprint = fingerprintOf(edited);
  const equal = entries.find((entry) => entry.id !== id && fingerprintOf(entry) === fingerprint);
  const quantity = edited.quantity + (equal?.quantity ?? 0);
  if (!isQuantity(quantity)) return fail(quantityRefusal(equal?.quantity ?? 0));
  return ok({ removeId: equal?.id ?? null, entry: { ...edited, quantity }, fingerprint });
}

/** True for a quantity a cart line may have. */
export function isQuantity(quantity: number): boolean {
  return Number.isInteger(quantity) && quantity >= 1 && quantity <= MAX_QUANTITY;
}

/** Problems that another time resolves. */
const TIME_CODES: ReadonlySet<CartProblem["code"]> = new Set([
  "closed",
  "paused",
  "delivery_closed",
  "time_unavailable",
  "not_now",
  "lead_time",
]);

export function isTimeProblem(problem: Pick<CartProblem, "code">): boolean {
  return TIME_CODES.has(problem.code);
}

/** Problems that block the checkout. */
export function blockingProblems(problems: readonly CartProblem[]): readonly CartProblem[] {
  return problems.filter((problem) => problem.blocks);
}

/** Equal fingerprints are one line of a cart. */
export function fingerprintOf(entry: CartEntry): string {
  return choicesFingerprint(entry.productId, entry.choices, entry.note);
}

/** Why a line cannot have this many units. @param inCart units that are in the cart already */
export function quantityRefusal(inCart: number): CartRefusal {
  const message = inCart > 0 ? quantityTexts.wholeNumberBeside(MAX_QUANTITY, inCart) : quantityTexts.wholeNumber(MAX_QUANTITY);
  return { code: "quantity", message };
}
