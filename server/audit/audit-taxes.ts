import { money, share, split, sum } from "./arithmetic.ts";
import type { ItemRow, OrderRow } from "./books.ts";
import type { TaxTableRow } from "./file-books.ts";

const WHOLE = 1_000_000;

/** A tax that is rounded once: its base, or with included tax the amount shown. */
interface Pool {
  readonly name: string;
  readonly amount: number;
  readonly base: number;
  /** Per item, then for the delivery fee. */
  readonly shares: readonly number[];
}

/** Recomputes the tax of an order that stores its rates. Returns the errors. */
export function auditTaxTable(order: OrderRow, items: readonly ItemRow[], table: TaxTableRow): readonly string[] {
  const wrong: string[] = [];
  for (const { rate, components } of table.rates)
    if (sum(components.map((each) => each.rate)) !== rate) wrong.push(`the taxes of ${rate / 10_000} % do not add up to it`);
  const unknown = items.find(
    (item) => !item.is_free_item && item.tax_rate_ppm > 0 && !table.rates.some(({ rate }) => rate === item.tax_rate_ppm),
  );
  if (unknown !== undefined) wrong.push(`“${unknown.name}” is taxed at a rate that the order does not have`);
  const pools = order.is_tax_included ? includedPools(order, items, table) : addedPools(order, items, table);
  const names = new Set([...pools.map(({ name }) => name), ...order.tax_lines.map(nameOf)]);
  for (const name of names) {
    const ours = pools.filter((pool) => pool.name === name);
    const stored = order.tax_lines.filter((line) => nameOf(line) === name);
    for (const what of ["base", "amount"] as const) {
      const [expected, found] = [sum(ours.map((each) => each[what])), sum(stored.map((each) => each[what]))];
      if (expected !== found)
        wrong.push(`${name}, ${what}: ${money(expected, order.currency)} by the lines, ${money(found, order.currency)} stored`);
    }
  }
  for (const [index, item] of items.entries()) {
    const expected = sum(pools.map(({ shares }) => shares[index] ?? 0));
    if (expected !== item.tax_cents)
      wrong.push(
        `tax share of “${item.name}”: ${money(expected, order.currency)} by largest remainder, ${money(item.tax_cents, order.currency)} stored`,
      );
  }
  return wrong;
}

/** Tax on top: each tax over all rates that include it. */
function addedPools(order: OrderRow, items: readonly ItemRow[], { delivery, rates }: TaxTableRow): readonly Pool[] {
  const taxes = new Map<string, { readonly rate: number; readonly of: Set<number> }>();
  for (const { rate, components } of rates)
    for (const component of components) {
      const tax = taxes.get(nameOf(component)) ?? { rate: component.rate, of: new Set() };
      tax.of.add(rate);
      taxes.set(nameOf(component), tax);
    }
  return [...taxes].flatMap(([name, { rate, of }]) => {
    const weights = weightsOf(order, items, (each) => of.has(each), delivery);
    const base = sum(weights);
    const amount = share(base, rate, WHOLE);
    return base === 0 ? [] : [{ name, amount, base, shares: split(amount, weights) }];
  });
}

/** Included tax: each tax of each rate; the base is the amount without all of them. */
function includedPools(order: OrderRow, items: readonly ItemRow[], { delivery, rates }: TaxTableRow): readonly Pool[] {
  return rates.flatMap(({ rate, components }) => {
    const weights = weightsOf(order, items, (each) => each === rate, delivery);
    const gross = sum(weights);
    if (gross === 0) return [];
    const amounts = components.map((component) => share(gross, component.rate, WHOLE + rate));
    return components.map((component, index) => {
      const amount = amounts[index] ?? 0;
      return { name: nameOf(component), amount, base: gross - sum(amounts), shares: split(amount, weights) };
    });
  });
}

function weightsOf(order: OrderRow, items: readonly ItemRow[], isOf: (rate: number) => boolean, delivery: number): readonly number[] {
  return [
    ...items.map((item) => (isOf(item.tax_rate_ppm) && !item.is_free_item ? item.line_total_cents - item.discount_cents : 0)),
    delivery > 0 && isOf(delivery) ? order.delivery_fee_cents - order.delivery_discount_cents : 0,
  ];
}

function nameOf({ label, rate }: { readonly label: string; readonly rate: number }): string {
  return `${label} ${rate / 10_000} %`;
}
