import { formatUsd } from "#app/values/money.ts";
import type { Condition, NotApplied } from "./promotion.ts";
import { findLines, subtotalOf, unitsOf, type CartFacts } from "./engine/cart-facts.ts";
import { isInWindows, windowsText } from "./schedule.ts";
import { addAmountText, addItemsText, fromText, lowerFirst, targetText, unitsText } from "./wording.ts";

/** Why a condition does not hold: sentences for the customer and, where one number says it all, how far the cart is away. */
export interface Unmet {
  readonly message: string;
  readonly shortfall: NotApplied["shortfall"];
}

/**
 * Tests a condition tree on the cart lines as they are bought: at list price, without free items, before any discount. Null when it
 * holds; an empty `all`, `any` or `none` holds. A customer who is not known yet counts as one without earlier orders, because the
 * checkout tests again with the e-mail address; an address condition waits until there is one.
 */
export function findUnmet(condition: Condition, facts: CartFacts): Unmet | null {
  const { names } = facts;
  switch (condition.type) {
    case "all":
      return joinAll(listUnmet(condition.of, facts));
    case "any": {
      const unmet = listUnmet(condition.of, facts);
      return unmet.length < condition.of.length || unmet.length === 0 ? null : joinAny(unmet);
    }
    case "none": {
      const holding = condition.of.find((child) => findUnmet(child, facts) === null);
      return holding === undefined ? null : { message: oppositeText(holding, facts), shortfall: null };
    }
    case "subtotal": {
      const subtotal = subtotalOf(facts, findLines(facts, condition.target));
      if (condition.min !== null && subtotal < condition.min) {
        const amount = condition.min - subtotal;
        return { message: addAmountText(amount, condition.target, names), shortfall: { kind: "cents", amount } };
      }
      return condition.max !== null && subtotal > condition.max
        ? { message: `Only up to ${formatUsd(condition.max)}${fromText(condition.target, names)}.`, shortfall: null }
        : null;
    }
    case "quantity":
    case "contains": {
      const needed = condition.type === "contains" ? 1 : condition.min;
      const amount = needed - unitsOf(facts, findLines(facts, condition.target));
      return amount <= 0 ? null : { message: addItemsText(amount, condition.target, names), shortfall: { kind: "items", amount } };
    }
    case "fulfillment":
      return facts.input.fulfillment === condition.is ? null : { message: fulfillmentText(condition.is), shortfall: null };
    case "slot":
      return isInWindows([condition], facts.localSlot)
        ? null
        : { message: `Only for orders wanted ${windowsText([condition])}.`, shortfall: null };
    case "first-order":
      return (facts.input.customer.orderCount ?? 0) === 0 ? null : { message: "First order only.", shortfall: null };
    case "customer-email":
      return findUnmetEmail(condition, facts);
  }
}

function findUnmetEmail(condition: Extract<Condition, { type: "customer-email" }>, facts: CartFacts): Unmet | null {
  const email = facts.input.customer.email?.trim().toLowerCase() ?? "";
  if (email === "") return { message: "Enter your e-mail address at checkout: this is for certain customers only.", shortfall: null };
  const isNamed =
    condition.emails.some((named) => named.toLowerCase() === email) ||
    condition.domains.some((named) => email.endsWith(`@${named.toLowerCase()}`));
  return isNamed ? null : { message: "For certain customers only.", shortfall: null };
}

function listUnmet(conditions: readonly Condition[], facts: CartFacts): Unmet[] {
  return conditions.map((condition) => findUnmet(condition, facts)).filter((unmet) => unmet !== null);
}

/** Everything is missing: all sentences; a number where one number says it all (items are counted together). */
function joinAll(unmet: readonly Unmet[]): Unmet | null {
  const [first, ...others] = unmet;
  if (first === undefined) return null;
  if (others.length === 0) return first;
  const items = unmet.flatMap(({ shortfall }) => (shortfall?.kind === "items" ? shortfall.amount : []));
  return {
    message: unmet.map(({ message }) => message).join(" "),
    shortfall: items.length === unmet.length ? { kind: "items", amount: items.reduce((sum, amount) => sum + amount, 0) } : null,
  };
}

/** One of them would do: the sentences as alternatives, and the smallest amount (or else count) that would be enough. */
function joinAny(unmet: readonly Unmet[]): Unmet {
  const messages = unmet.map(({ message }, index) => (index === 0 ? message : lowerFirst(message)).replace(/\.$/, ""));
  const shortfalls = unmet.map(({ shortfall }) => shortfall).filter((shortfall) => shortfall !== null);
  const [nearest = null] = shortfalls.toSorted((a, b) => (a.kind === b.kind ? a.amount - b.amount : a.kind === "cents" ? -1 : 1));
  return { message: `${messages.join(", or ")}.`, shortfall: nearest };
}

/** What a customer must know when something holds that must not. */
function oppositeText(condition: Condition, facts: CartFacts): string {
  const { names } = facts;
  switch (condition.type) {
    case "fulfillment":
      return fulfillmentText(condition.is === "pickup" ? "delivery" : "pickup");
    case "contains":
      return `Not together with ${targetText(condition.target, names)}.`;
    case "quantity":
      return `Only with fewer than ${unitsText(condition.min, condition.target, names)}.`;
    case "subtotal":
      return condition.max === null && condition.min !== null
        ? `Only below ${formatUsd(condition.min)}${fromText(condition.target, names)}.`
        : "Not for this amount.";
    case "slot":
      return `Not for orders wanted ${windowsText([condition])}.`;
    case "first-order":
      return "Not on a first order.";
    case "customer-email":
      return "Not for this e-mail address.";
    case "all":
    case "any":
    case "none":
      return "Not for this cart.";
  }
}

function fulfillmentText(fulfillment: "pickup" | "delivery"): string {
  return fulfillment === "pickup" ? "Pickup only." : "Delivery only.";
}
