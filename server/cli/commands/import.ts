import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { findRun, moveRun } from "#app/catalogue/data/import/import-runs.server.ts";
import { UNDOABLE_STATES } from "#app/catalogue/domain/import/import-run.ts";
import { hiddenText, oldAddressesText, type ImportReport } from "#app/catalogue/workflows/import/import-catalogue.server.ts";
import { importFile } from "#app/catalogue/workflows/import/import-runs.server.ts";
import { undoImport } from "#app/catalogue/workflows/import/undo-import.server.ts";
import { createPictureFetcher } from "#app/media/gateway/fetch-picture.server.ts";
import { openShopMedia } from "#app/media/workflows/shop-media.server.ts";
import { MAX_ID } from "#app/values/limits.ts";
import { CommandFailure, hasFlag, UsageProblem, type CommandInput } from "#server/cli/command.ts";
import { OPERATOR, openShop } from "#server/cli/open-shop.ts";
import { operatorFile } from "#server/cli/operator-file.ts";
import { printJson, printResult, printText } from "#server/cli/print.ts";
import { startProgress } from "#server/cli/progress.ts";
import { temporaryFolder } from "#server/cli/temporary-folder.ts";
import { counted } from "#texts/plural.ts";

export async function importProducts(input: CommandInput): Promise<void> {
  const isDryRun = hasFlag(input, "dry-run");
  const { file, fileName } = await findFile(input.positionals[0] ?? "-");
  const { db, env } = await openShop();
  const progress = startProgress("Rows");
  const imported = await importFile(
    {
      db,
      media: await openShopMedia(db, env),
      fetchPicture: createPictureFetcher(),
      publicUrl: env.publicUrl,
      now: () => new Date(),
      onProgress: (done, total) => progress.step(done, total),
    },
    {
      fileName,
      size: (await stat(file)).size,
      open: () => createReadStream(file),
      isDryRun,
      withPictures: !hasFlag(input, "no-pictures"),
    },
    OPERATOR,
  );
  progress.end();
  if (!imported.ok) throw new CommandFailure(imported.error);
  const { runId, report } = imported.value;
  if (hasFlag(input, "json")) return printJson(isDryRun ? report : { ...report, import: runId });
  printReport(report, isDryRun);
  if (!isDryRun && report.products.new + report.products.changed > 0) printText(`To take it back: npm run shop -- import-undo ${runId}`);
}

export async function undoImportedProducts(input: CommandInput): Promise<void> {
  const id = Number(input.positionals[0]);
  if (!Number.isInteger(id) || id < 1 || id > MAX_ID) throw new UsageProblem("Give the number of an import, as it was printed at its end.");
  const { db } = await openShop();
  const isOurs = await moveRun(db, id, UNDOABLE_STATES, { state: "undoing", isCancelled: false });
  if (!isOurs) throw new CommandFailure(`There is no import ${id} that could be taken back.`);
  const progress = startProgress("Products");
  await undoImport(db, id, OPERATOR, new Date(), async (done) => {
    progress.step(done, 0);
    return true;
  });
  progress.end();
  const run = await findRun(db, id);
  if (hasFlag(input, "json")) return printJson({ import: id, state: run?.state, notes: run?.notes });
  for (const note of run?.notes ?? []) printResult(note);
}

/** Stores piped input, because it is read several times. */
async function findFile(name: string): Promise<{ readonly file: string; readonly fileName: string }> {
  if (name === "-") {
    const file = path.join(await temporaryFolder(), "products.csv");
    await pipeline(process.stdin, createWriteStream(file));
    return { file, fileName: "standard input" };
  }
  const file = operatorFile(name);
  // Checked before starting a database.
  if (!(await stat(file)).isFile()) throw new CommandFailure(`${file} is not a file.`);
  return { file, fileName: path.basename(file) };
}

function printReport(report: ImportReport, isDryRun: boolean): void {
  const { products } = report;
  for (const { line, lost, message } of report.problems) printText(`Line ${line} (${lost} left out): ${message}`);
  if (report.problemCount > report.problems.length)
    printText(`… and ${counted(report.problemCount - report.problems.length, "more problem", "more problems")}.`);
  if (isDryRun) {
    for (const { line, name } of report.newProducts) printResult(`+ ${name} (line ${line})`);
    for (const { line, name, changes } of report.changedProducts) printResult(`~ ${name} (line ${line}): ${changes.join(", ")}`);
    for (const category of report.newCategories) printResult(`+ category ${category}`);
  }
  const verb = isDryRun ? "would be " : "";
  printResult(
    `${counted(report.rows, "row", "rows")}: ${counted(products.new, "product", "products")} ${verb}new, ${products.changed} ${verb}changed, ${products.unchanged} unchanged, ${products.broken} ${verb}left out; ` +
      `${isDryRun ? `${counted(report.pictures.wanted, "picture", "pictures")} wanted` : `${report.pictures.stored} of ${counted(report.pictures.wanted, "picture", "pictures")} stored`}.`,
  );
  if (report.hidden > 0) printResult(hiddenText(report));
  if (report.oldAddresses > 0) printResult(oldAddressesText(report));
  if (isDryRun) printResult("Nothing was changed.");
}
