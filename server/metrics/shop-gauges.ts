import type { Registry } from "prom-client";
import { shopbellGauge } from "./gauge.ts";
import type { ShopFacts } from "./shop-facts.ts";

export interface ShopGauges {
  /** Reads the facts and sets the gauges. */
  update(readFacts: () => Promise<ShopFacts>): Promise<void>;
}

/** Gauges of the facts from the database. If it is unavailable they are left out. */
export function createShopGauges(registry: Registry): ShopGauges {
  const gauge = (name: string, help: string, labelNames: readonly string[] = []) => shopbellGauge(registry, name, help, labelNames);
  const readable = gauge("facts_readable", "1 if the last look into the database worked. Otherwise the gauges of the shop are left out.");
  const jobs = gauge("jobs_waiting", "Jobs that are due or will be.", ["queue"]);
  const jobAge = gauge("jobs_oldest_due_seconds", "How long the longest due job of the queue has waited.", ["queue"]);
  const openOrders = gauge("orders_open", "Orders that are not finished.", ["status"]);
  const dayOrders = gauge("orders_last_day", "Orders placed in the last 24 hours, by their status now.", ["status"]);
  const waitingOrder = gauge("orders_oldest_waiting_seconds", "How long the oldest received order has waited for an answer.");
  const authorizations = gauge("authorizations_open", "Card authorizations: of orders to be captured, and to be released.", ["wanted"]);
  const problems = gauge("payment_problems_open", "Payment problems that staff have to settle.");
  const mailAge = gauge("email_oldest_unsent_seconds", "Age of the oldest email of the last three days that waits to be sent.");
  const failedMails = gauge("email_failed_last_day", "Emails of the last 24 hours that were given up.");
  const screens = gauge("screens_listening", "Devices that would ring for a new order.");

  /** Removes every value, so that no outdated one is shown. */
  function clear(): void {
    for (const labelled of [jobs, jobAge, openOrders, dayOrders, authorizations]) labelled.reset();
    for (const single of [waitingOrder, problems, mailAge, failedMails, screens]) single.remove();
  }

  function show(found: ShopFacts): void {
    for (const { queue, waiting, oldestSeconds } of found.jobs) {
      jobs.set({ queue }, waiting);
      jobAge.set({ queue }, oldestSeconds);
    }
    for (const { status, n } of found.openOrders) openOrders.set({ status }, n);
    for (const { status, n } of found.dayOrders) dayOrders.set({ status }, n);
    waitingOrder.set(found.oldestWaitingSeconds);
    authorizations.set({ wanted: "pay" }, found.authorized);
    authorizations.set({ wanted: "void" }, found.toRelease);
    problems.set(found.paymentProblems);
    mailAge.set(found.oldestMailSeconds);
    failedMails.set(found.failedMails);
    screens.set(found.screens);
  }

  return {
    async update(readFacts) {
      try {
        const found = await readFacts();
        clear();
        readable.set(1);
        show(found);
      } catch {
        // The log says why the database is unavailable (readiness.ts).
        clear();
        readable.set(0);
      }
    },
  };
}
