import { pino } from "pino";
import { openSettings } from "#app/store/data/site-settings.server.ts";
import { QUEUES } from "#server/queues.ts";
import { createJobs } from "#app/platform/jobs/jobs.server.ts";
import { createPaymentsSource } from "#app/payments/workflows/payments-source.server.ts";
import { reconcilePayments } from "#app/checkout/workflows/settle/reconcile-payments.server.ts";
import { simulatorSecrets } from "#server/simulator-secrets.ts";
import { answerSimulatedPayments } from "#server/cli/answer-simulated-payments.ts";
import { CommandFailure, hasFlag, type CommandInput } from "#server/cli/command.ts";
import { openShop } from "#server/cli/open-shop.ts";
import { closeAtTheEnd } from "#server/cli/open-things.ts";
import { printJson, printResult } from "#server/cli/print.ts";

export async function reconcileOnce(input: CommandInput): Promise<void> {
  const shop = await openShop();
  const { db, env } = shop;
  const log = pino({ level: env.logLevel === "info" ? "warn" : env.logLevel }, pino.destination({ dest: 2, sync: true }));
  // Placing an order adds its emails to the queue.
  const jobs = createJobs({ databaseUrl: shop.url, log, queues: QUEUES, runsWork: false });
  await jobs.start();
  closeAtTheEnd(() => jobs.stop());
  const secrets = simulatorSecrets(shop.appSecret);
  const simulator = await answerSimulatedPayments(db, env.publicUrl, secrets, (error) =>
    log.error({ err: error }, "the payment simulator failed"),
  );
  closeAtTheEnd(() => simulator.close());
  const payments = createPaymentsSource({
    settings: () => openSettings(db, shop.secrets),
    env,
    selfUrl: simulator.url,
    simulator: secrets,
  });
  const report = await reconcilePayments({ db, log, jobs, payments, env, now: () => new Date() });
  const { checked, placed, ended, unreachable } = report;
  // Scripts read these keys.
  if (hasFlag(input, "json")) printJson({ looked: checked, placed, ended, unreachable });
  else
    printResult(
      `${checked} unfinished payments checked: ${placed} paid and placed, ${ended} ended without a payment, ${unreachable} without a response.`,
    );
  if (unreachable > 0) throw new CommandFailure("The payment provider did not answer; the shop tries again every minute, and so can you.");
}
