import * as texts from "#texts/promotions/actions.ts";
import { earns, sentence } from "#texts/promotions/wording.ts";
import { costsNoMore } from "#texts/promotions/reasons.ts";
import { z } from "zod";
import { applyRate, type Cents, formatPercentage, formatShortMoney, type MoneyFormat } from "#app/values/money.ts";
import type { Target } from "#app/promotions/domain/promotion.ts";
import type { ActionKind, Work } from "./action-kind.ts";
import { rateField, repeatsField } from "./action-fields.ts";
import { takeOffUnits } from "#app/promotions/domain/engine/discounting.ts";
import { countSchema, priceSchema, rateSchema, targetSchema } from "#app/promotions/domain/target.schema.ts";
import { sum } from "#app/promotions/domain/engine/cart-facts.ts";
import { countUnits, listUnits, sumOfUnits, type Unit } from "#app/promotions/domain/engine/units.ts";
import { addAllText, repeatsText, unitsText } from "#app/promotions/domain/wording.ts";
import { countMissing, countSupply, formSets, listSupply, type BuyGetParams } from "./buy-get-sets.ts";

/**
 * Buy X, get Y cheaper, as often as whole sets fit. No unit is both X and Y, and no unit is used by two such promotions. Sets are formed
 * from the most expensive units first, and the cheapest unit of each is the gift, unless staff chose the cheapest or the most expensive of
 * all. A percentage is rounded once.
 */
export const buyGet: ActionKind<BuyGetParams> = {
  code: "buy-get",
  label: "Buy some, get some",
  example: "Buy 2 coffees, get 1 free",
  paramsSchema: z
    .strictObject({
      buyQuantity: countSchema,
      buyTarget: targetSchema,
      getQuantity: countSchema,
      getTarget: targetSchema.nullable().default(null),
      sameProduct: z.boolean().default(false),
      rate: rateSchema.default(1_000_000),
      amount: priceSchema.min(1, "Enter an amount above 0.").nullable().default(null),
      price: priceSchema.nullable().default(null),
      maxRepeats: countSchema.nullable().default(null),
      choose: z.enum(["per-set", "cheapest", "dearest"]).default("per-set"),
    })
    .refine(({ amount, price }) => amount === null || price === null, { path: ["price"], message: "Enter an amount or a price, not both." })
    .refine(({ sameProduct, getTarget }) => !sameProduct || getTarget === null, {
      path: ["sameProduct"],
      message: "Of the same product: leave empty what is then cheaper.",
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
    { name: "sameProduct", label: "All of one product", help: "Not any mix of them.", input: "yes-no", required: false, initial: false },
    { ...rateField, label: "Percentage off those", help: "100 = free.", initial: 1_000_000 },
    { name: "amount", label: "Or an amount off each of those", help: "", input: "money", required: false, initial: null },
    { name: "price", label: "Or each of those for", help: "", input: "money", required: false, initial: null },
    repeatsField,
    {
      name: "choose",
      label: "Discounted items",
      help: "With “of all”, one more item can make an order cost more.",
      input: "choice",
      required: true,
      options: [
        { value: "per-set", label: "The cheapest of each set" },
        { value: "cheapest", label: "The cheapest of all" },
        { value: "dearest", label: "The most expensive of all" },
      ],
      initial: "per-set",
    },
  ],
  workClass: "unit",
  takesPieces: () => true,
  isPercentage: (params) => params.amount === null && params.price === null,
  listTargets: (params) => [params.buyTarget, params.getTarget ?? params.buyTarget],
  describe: (params, names) => {
    const bought = unitsText(params.buyQuantity, params.buyTarget, names);
    const more = (params.sameProduct ? texts.moreOfSame : texts.more)(params.getQuantity);
    const got = params.getTarget === null ? more : unitsText(params.getQuantity, params.getTarget, names);
    const written = { bought, got, price: priceText(params, names.format), limit: repeatsText(params.maxRepeats) };
    if (params.choose === "per-set") return texts.buyGet(written);
    return params.choose === "dearest" ? texts.buyGetDearest(written) : texts.buyGetCheapest(written);
  },
  apply: (params, work) => {
    const { bought, got } = formSets(params, work);
    const amount = Math.min(work.limit, valueOf(params, got));
    if (amount > 0) takeOffUnits(work, amount, got, [...got, ...bought]);
    return amount;
  },
  bound: (params, work) => {
    const get = work.sets[1];
    if (get === undefined) return 0;
    const most = Math.min(params.maxRepeats ?? Infinity, Math.floor(countUnits(work, get) / params.getQuantity));
    return Math.min(work.limit, valueOf(params, listUnits(work, get.has, most * params.getQuantity)));
  },
  countTimes: (params, work) => formSets(params, work).got.length / params.getQuantity,
  nextStep: (params, work) => {
    const times = buyGet.countTimes?.(params, work) ?? 0;
    const missing = times >= (params.maxRepeats ?? Infinity) ? [] : listMissing(params, work, times + 1);
    if (!missing.some(({ count }) => count > 0)) return null;
    const gain = texts.moreAt(params.getQuantity, priceText(params, work.facts.names.format));
    return earns(addAllText(missing, work.facts.names), gain);
  },
  explainMissing: (params, work) => {
    const missing = listMissing(params, work, 1);
    const amount = missing.reduce((sum, { count }) => sum + count, 0);
    return amount === 0
      ? { reason: "no-eligible-items", message: costsNoMore, shortfall: null }
      : { reason: "condition", message: sentence(addAllText(missing, work.facts.names)), shortfall: { kind: "items", amount } };
  },
};

/** "free", "at 50% off", "at $2 off", "for $3". */
function priceText({ rate, amount, price }: BuyGetParams, format: MoneyFormat): string {
  if (price !== null) return price === 0 ? texts.free : texts.forEach(formatShortMoney(price, format));
  if (amount !== null) return texts.atOffEach(formatShortMoney(amount, format));
  return rate === 1_000_000 ? texts.free : texts.atOff(formatPercentage(rate, format));
}

/** The discount on these units. */
function valueOf({ rate, amount, price }: BuyGetParams, got: readonly Unit[]): Cents {
  if (amount !== null) return sum(got, (unit) => Math.min(unit.price, amount));
  if (price !== null) return sum(got, (unit) => Math.max(0, unit.price - price));
  return applyRate(sumOfUnits(got), rate);
}

/** The units that this many sets lack, per target; one entry where both targets are the same. */
function listMissing(params: BuyGetParams, work: Work, sets: number): { readonly count: number; readonly target: Target }[] {
  const supply = countSupply(params, listSupply(work), work.facts);
  if (params.getTarget === null) return [{ count: countMissing(params, supply, sets), target: params.buyTarget }];
  const { onlyBuy, onlyGet, both } = supply;
  const fromBoth = Math.min(both, Math.max(0, sets * params.buyQuantity - onlyBuy));
  return [
    { count: Math.max(0, sets * params.buyQuantity - onlyBuy - fromBoth), target: params.buyTarget },
    { count: Math.max(0, sets * params.getQuantity - onlyGet - (both - fromBoth)), target: params.getTarget },
  ];
}
