import { readSettings } from "#app/store/data/site-settings.server.ts";
import { auditBooks } from "#server/audit/audit.ts";
import { auditFiles } from "#server/audit/audit-files.ts";
import { readBooks } from "#server/audit/books.ts";
import { readSimulatorLedger, readStripeLedger } from "#server/audit/provider-ledger.ts";
import type { ProviderLedger } from "#server/audit/audit-ledger.ts";
import { CommandFailure, findOption, hasFlag, UsageProblem, type CommandInput } from "#server/cli/command.ts";
import { openConnection, openShop, type OpenShop } from "#server/cli/open-shop.ts";
import { printJson, printResult } from "#server/cli/print.ts";
import { fileOfShop } from "#server/cli/shop-files.ts";
import { isSimulatorKey } from "#stripe-simulator/keys.ts";
import { counted } from "#texts/plural.ts";

const DEFAULT_DAYS = 90;
const DAY_MS = 86_400_000;
const STRIPE_API = "https://api.stripe.com";

export async function auditShop(input: CommandInput): Promise<void> {
  const days = Number(findOption(input, "days") ?? DEFAULT_DAYS);
  if (!Number.isInteger(days) || days < 1 || days > 3_660) throw new UsageProblem("--days is a whole number from 1 to 3660.");
  const shop = await openShop();
  const client = await openConnection(shop.url);
  const query = (text: string, values: readonly unknown[]) => client.query(text, [...values]);
  const since = new Date(Date.now() - days * DAY_MS);
  // One snapshot of all tables; a running shop continues meanwhile.
  await client.query("begin isolation level repeatable read read only");
  const { KEEP_EMAILS_DAYS } = await readSettings(shop.db);
  const mailsSince = new Date(Math.max(since.getTime(), Date.now() - KEEP_EMAILS_DAYS * DAY_MS));
  const books = await readBooks(query, since, mailsSince);
  const ledger = hasFlag(input, "without-provider") ? null : await readLedger(shop, query, since);
  await client.query("rollback");
  const audited = auditBooks(books, ledger);
  const now = () => new Date();
  const { files, findings } = await auditFiles(query, (address) => fileOfShop({ db: shop.db, now }, address), since, now);
  const report = { ...audited, files, findings: [...audited.findings, ...findings] };
  if (hasFlag(input, "json")) printJson({ days, ...report });
  else {
    const ofProvider =
      ledger === null
        ? "the provider was not asked"
        : `${counted(report.payments, "payment", "payments")} and ${counted(report.refunds, "refund", "refunds")} of the provider`;
    printResult(
      [
        `${counted(report.orders, "order", "orders")} of ${counted(days, "day", "days")}, ${counted(files, "file", "files")} of the staff area, ${ofProvider}.`,
        ...report.findings.map((finding) => `- ${finding}`),
      ].join("\n"),
    );
    if (report.known.length > 0)
      printResult(
        ["Open payment problems, which staff solve under Orders, Payment problems:", ...report.known.map((problem) => `- ${problem}`)].join(
          "\n",
        ),
      );
    if (report.findings.length === 0) printResult(report.known.length === 0 ? "Everything adds up." : "Everything else adds up.");
  }
  if (report.findings.length > 0) throw new CommandFailure(`${counted(report.findings.length, "thing does", "things do")} not add up.`);
}

async function readLedger(shop: OpenShop, query: Parameters<typeof readSimulatorLedger>[0], since: Date): Promise<ProviderLedger> {
  const { STRIPE_SECRET_KEY: key } = await readSettings(shop.db, shop.secrets);
  const { stripeApiUrl } = shop.env;
  if (isSimulatorKey(key.trim()) && stripeApiUrl === null) return readSimulatorLedger(query, since);
  if (key.trim() === "") throw new CommandFailure("No Stripe key is set. Run it again with --without-provider.");
  return readStripeLedger(stripeApiUrl ?? STRIPE_API, key.trim(), since).catch((error: unknown) => {
    throw new CommandFailure(`${error instanceof Error ? error.message : String(error)} Run it again with --without-provider.`);
  });
}
