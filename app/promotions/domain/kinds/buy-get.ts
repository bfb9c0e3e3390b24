import { z } from "zod";
import { applyRate, type Cents, type PartsPerMillion } from "#app/values/money.ts";
import type { Target } from "#app/promotions/domain/promotion.ts";
import type { ActionKind, Work } from "./action-kind.ts";
import type { LineSet } from "#app/promotions/domain/engine/cart-facts.ts";
import { nothingEligible, rateField, takeOffTaken } from "#app/promotions/domain/engine/discounting.ts";
import { countSchema, rateSchema, targetSchema } from "#app/promotions/domain/target.schema.ts";
import { consume, countInRun, getRunOrder, usableUnits } from "#app/promotions/domain/engine/units.ts";
import { addItemsText, offText, unitsText } from "#app/promotions/domain/wording.ts";

interface BuyGetParams {
  readonly buyQuantity: number;
  readonly buyTarget: Target;
  readonly getQuantity: number;
  /** null = out of the same items as those bought. */
  readonly getTarget: Target | null;
  readonly rate: PartsPerMillion;
  /** null = as often as the cart allows. */
  readonly maxRepeats: number | null;
  readonly choose: "cheapest" | "dearest";
}

/**
 * Buy X, get Y at a percentage off, as often as whole sets fit. No unit is both X and Y, and none serves two such promotions. Y is
 * taken cheapest or dearest first; X is taken from what cannot be Y, then the cheapest, so that dear items stay for other offers.
 * The percentage is rounded once.
 */
export const buyGet: ActionKind<BuyGetParams> = {
  code: "buy-get",
  label: "Buy some, get some",
  example: "Buy 2 coffees, get 1 free",
  paramsSchema: z.strictObject({
    buyQuantity: countSchema,
    buyTarget: targetSchema,
    getQuantity: countSchema,
    getTarget: targetSchema.nullable().default(null),
    rate: rateSchema.default(1_000_000),
    maxRepeats: countSchema.nullable().default(null),
    choose: z.enum(["cheapest", "dearest"]).default("cheapest"),
  }),
  fields: [
    { name: "buyQuantity", label: "Buy", help: "How many must be bought.", input: "count", required: true, initial: 2 },
    { name: "buyTarget", label: "Of", help: "What must be bought.", input: "target", required: true, initial: { everything: true } },
    { name: "getQuantity", label: "Get", help: "How many are then cheaper.", input: "count", required: true, initial: 1 },
    {
      name: "getTarget",
      label: "Of",
      help: "What is then cheaper; empty = the same items.",
      input: "target",
      required: false,
      initial: null,
    },
    { ...rateField, label: "Percentage off those", help: "100 = free.", initial: 1_000_000 },
    {
      name: "maxRepeats",
      label: "At most so many times in one order",
      help: "Empty = no limit.",
      input: "count",
      required: false,
      initial: null,
    },
    {
      name: "choose",
      label: "Which items are made cheaper",
      help: "",
      input: "choice",
      required: true,
      options: [
        { value: "cheapest", label: "The cheapest" },
        { value: "dearest", label: "The most expensive" },
      ],
      initial: "cheapest",
    },
  ],
  workClass: "unit",
  isPercentage: () => true,
  listTargets: (params) => [params.buyTarget, params.getTarget ?? params.buyTarget],
  describe: (params, names) => {
    const bought = unitsText(params.buyQuantity, params.buyTarget, names);
    const got = params.getTarget === null ? `${params.getQuantity} more` : unitsText(params.getQuantity, params.getTarget, names);
    const price = params.rate === 1_000_000 ? "free" : `at ${offText(params.rate)}`;
    const repeats =
      params.maxRepeats === null ? "" : `, at most ${params.maxRepeats === 1 ? "once" : `${params.maxRepeats} times`} per order`;
    return `Buy ${bought}, get ${got} ${price}${params.choose === "dearest" ? " (the most expensive)" : ""}${repeats}`;
  },
  apply: (params, work) => {
    const [buy, get] = work.sets;
    if (buy === undefined || get === undefined) return 0;
    const supply = countSupply(work, buy, get);
    const repeats = countRepeats(params, supply);
    if (repeats === 0) return 0;
    const amount = Math.min(work.limit, applyRate(takeGot(params, work, buy, get, repeats, supply), params.rate));
    if (amount === 0 || work.amountOnly) return amount;
    takeOffTaken(work, get, amount);
    takeBought(work, buy, get, repeats * params.buyQuantity);
    return amount;
  },
  bound: (params, work) => {
    const [buy, get] = work.sets;
    if (buy === undefined || get === undefined) return 0;
    const order = getRunOrder(work.cart);
    let units = countRepeats(params, countSupply(work, buy, get)) * params.getQuantity;
    let value = 0;
    for (let run = order.prices.length - 1; run >= 0 && units > 0; run -= 1) {
      if (get.has[order.positions[run] ?? 0] !== 1) continue;
      const count = Math.min(units, countInRun(work.cart, order, run));
      value += count * (order.prices[run] ?? 0);
      units -= count;
    }
    return Math.min(work.limit, applyRate(value, params.rate));
  },
  explainMissing: (params, work) => {
    const [buy, get] = work.sets;
    const { names } = work.facts;
    if (buy === undefined || get === undefined) return nothingEligible(work);
    const supply = countSupply(work, buy, get);
    const missing = countMissing(params, supply, 1);
    if (missing <= 0) return nothingEligible(work);
    const isBuying = supply.onlyBuy + supply.both < params.buyQuantity;
    return {
      reason: "condition",
      message: addItemsText(missing, isBuying ? params.buyTarget : (params.getTarget ?? params.buyTarget), names),
      shortfall: { kind: "items", amount: missing },
    };
  },
};

/** Units that can only be bought, only be got, or either. */
interface Supply {
  readonly onlyBuy: number;
  readonly onlyGet: number;
  readonly both: number;
}

function countSupply({ cart }: Work, buy: LineSet, get: LineSet): Supply {
  let onlyBuy = 0;
  let onlyGet = 0;
  let both = 0;
  for (const position of buy.lines) {
    if (get.has[position] === 1) {
      both += usableUnits(cart, position);
    } else {
      onlyBuy += usableUnits(cart, position);
    }
  }
  for (const position of get.lines) {
    if (buy.has[position] !== 1) onlyGet += usableUnits(cart, position);
  }
  return { onlyBuy, onlyGet, both };
}

/** How many units the cart lacks for that many sets. */
function countMissing(params: BuyGetParams, supply: Supply, repeats: number): number {
  const boughtFromBoth = Math.max(0, repeats * params.buyQuantity - supply.onlyBuy);
  const gotFromBoth = Math.max(0, repeats * params.getQuantity - supply.onlyGet);
  return boughtFromBoth + gotFromBoth - supply.both;
}

/** The largest number of whole sets, by halving: what k sets need grows with k. */
function countRepeats(params: BuyGetParams, supply: Supply): number {
  const all = supply.onlyBuy + supply.onlyGet + supply.both;
  let possible = 0;
  let impossible = Math.min(params.maxRepeats ?? all, Math.floor(all / (params.buyQuantity + params.getQuantity))) + 1;
  while (impossible - possible > 1) {
    const middle = Math.floor((possible + impossible) / 2);
    if (countMissing(params, supply, middle) <= 0) {
      possible = middle;
    } else {
      impossible = middle;
    }
  }
  return possible;
}

/** Consumes the units that become cheaper, leaving enough of the shared ones to be bought. Answers their value. */
function takeGot(params: BuyGetParams, work: Work, buy: LineSet, get: LineSet, repeats: number, supply: Supply): Cents {
  const { cart } = work;
  const { taken } = work.buffers;
  taken.fill(0);
  const order = getRunOrder(cart);
  const last = order.prices.length - 1;
  let needed = repeats * params.getQuantity;
  let spare = supply.both - Math.max(0, repeats * params.buyQuantity - supply.onlyBuy);
  let value = 0;
  for (let index = 0; index <= last && needed > 0; index += 1) {
    const run = params.choose === "cheapest" ? index : last - index;
    const position = order.positions[run] ?? 0;
    if (get.has[position] !== 1) continue;
    const isShared = buy.has[position] === 1;
    const units = Math.min(needed, isShared ? spare : needed, countInRun(cart, order, run));
    if (isShared) spare -= units;
    needed -= units;
    value += consume(cart, order, run, units, taken);
  }
  return value;
}

/** Consumes the units that were bought: first what could not have been got, then the cheapest. */
function takeBought(work: Work, buy: LineSet, get: LineSet, count: number): void {
  const order = getRunOrder(work.cart);
  let needed = count;
  for (const mark of [0, 1]) {
    for (let run = 0; run < order.prices.length && needed > 0; run += 1) {
      const position = order.positions[run] ?? 0;
      if (buy.has[position] !== 1 || get.has[position] !== mark) continue;
      const units = Math.min(needed, countInRun(work.cart, order, run));
      needed -= units;
      consume(work.cart, order, run, units, work.buffers.scratch);
    }
  }
}
