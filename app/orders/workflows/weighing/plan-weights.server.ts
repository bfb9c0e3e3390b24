import { actualWeightProblem } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import { lineChanges, MIND_THE_BOOKS } from "#app/orders/domain/changes/order-change.ts";
import type { ItemQuantities } from "#app/orders/domain/changes/order-refunds.ts";
import { finalTotalOf, orderFormat, orderItem } from "#app/orders/workflows/stored-order.server.ts";
import { ok, type Result } from "#app/values/result.ts";
import type { EditCommand } from "#app/orders/workflows/changes/order-command.server.ts";
import { repriceOrder } from "#app/orders/workflows/changes/reprice-order.server.ts";
import { refuse, type ChangeRefusal, type Planned } from "#app/orders/workflows/changes/wanted-lines.server.ts";
import { isInBooks, moneyOf, type ChangePlan } from "./plan-parts.server.ts";

/** The refund of a weighed line after acceptance is an amount of its own, as that of units is: earlier refunds do not count against it. */
interface Weighing {
  readonly planned: Planned;
  readonly weights: NonNullable<EditCommand["weights"]>;
  readonly refunded: ItemQuantities;
  readonly isAccepted: boolean;
}

/** Writes the actual weights, and prices the order by them; at most what the payment covers is charged. Lines, time and address stay. */
export async function planWeights({ planned, weights, refunded, isAccepted }: Weighing): Promise<Result<ChangePlan, ChangeRefusal>> {
  const { db, order, rows, settings, now, coverage } = planned;
  // The form sends all weights; those that are stored already, also of lines refunded since, ask for nothing.
  const changed = weights.filter(({ id, weight }) => rows.find((row) => row.id === id)?.weight?.actual !== weight);
  const problem = changed.map((each) => problemOf(planned, each, refunded)).find((message) => message !== null);
  if (problem !== undefined) return refuse(problem);
  if (changed.length === 0) return refuse("Nothing would change.");
  if (await isInBooks(planned)) return refuse(MIND_THE_BOOKS);
  const isByCard = coverage.from === "hold" || coverage.from === "card";
  const byId = Object.fromEntries(changed.map(({ id, weight }) => [id, weight]));
  const repriced = await repriceOrder(
    db,
    { order, rows, settings, now },
    { removeItemIds: [], weights: byId, most: coverage.most, isByCard },
  );
  if (!repriced.ok) return refuse(repriced.error.message);
  const changes = lineChanges(rows.map(orderItem), repriced.value.items);
  if (changes.length === 0) return refuse("Nothing would change.");
  const [before, after] = [finalTotalOf(order), repriced.value.amounts.finalTotal];
  return ok({
    repriced: repriced.value,
    newLines: new Map(),
    grown: [],
    held: [],
    refund: null,
    terms: {},
    done: { removed: [], changes, kitchen: [], isByUnits: isAccepted },
    before,
    after,
    money: moneyOf(planned, before, after),
    notes: [],
  });
}

function problemOf(
  { rows, order, settings }: Planned,
  { id, weight }: { readonly id: string; readonly weight: number },
  refunded: ItemQuantities,
): string | null {
  const row = rows.find((each) => each.id === id);
  if (row === undefined) return "One of these items is not part of the order any more. Reload the order and weigh again.";
  if (row.weight === null) return `${row.name} is not sold by weight.`;
  if ((refunded[id] ?? 0) >= row.quantity) return `${row.name} was refunded, so its weight stays.`;
  return actualWeightProblem(row.weight, weight, orderFormat(order, settings).locale);
}
