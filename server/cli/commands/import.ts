import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { createPictureFetcher } from "#app/media/gateway/fetch-picture.server.ts";
import { importCatalogue, type ImportReport } from "#app/catalogue/workflows/import/import-catalogue.server.ts";
import { CommandFailure, hasFlag, type CommandInput } from "#server/cli/command.ts";
import { OPERATOR, openShop } from "#server/cli/open-shop.ts";
import { operatorFile } from "#server/cli/operator-file.ts";
import { printJson, printResult, printText } from "#server/cli/print.ts";
import { startProgress } from "#server/cli/progress.ts";
import { openMediaStore } from "#app/media/gateway/open-media-store.server.ts";

export async function importProducts(input: CommandInput): Promise<void> {
  const isDryRun = hasFlag(input, "dry-run");
  const name = input.positionals[0] ?? "-";
  const { source, fileName } = await openSource(name);
  const { db, env } = await openShop();
  const pictures = hasFlag(input, "no-pictures")
    ? null
    : { media: await openMediaStore(env), fetchPicture: createPictureFetcher(), publicUrl: env.publicUrl };
  const progress = startProgress("Rows");
  const imported = await importCatalogue(source, {
    db,
    pictures,
    now: new Date(),
    isDryRun,
    actor: OPERATOR,
    fileName,
    onProgress: ({ rows }) => progress.step(rows, 0),
  });
  progress.end();
  if (!imported.ok) throw new CommandFailure(imported.error);
  if (hasFlag(input, "json")) printJson(imported.value);
  else printReport(imported.value, isDryRun);
}

async function openSource(name: string): Promise<{ readonly source: AsyncIterable<Uint8Array>; readonly fileName: string }> {
  if (name === "-") return { source: process.stdin, fileName: "standard input" };
  const file = operatorFile(name);
  // Before a database is started for a file that is not there.
  if (!(await stat(file)).isFile()) throw new CommandFailure(`${file} is not a file.`);
  return { source: createReadStream(file), fileName: path.basename(file) };
}

function printReport(report: ImportReport, isDryRun: boolean): void {
  const { products } = report;
  for (const { line, lost, message } of report.problems) printText(`Line ${line} (${lost} left out): ${message}`);
  if (report.problemCount > report.problems.length) printText(`… and ${report.problemCount - report.problems.length} more problems.`);
  if (isDryRun) {
    for (const { line, name } of report.newProducts) printResult(`+ ${name} (line ${line})`);
    for (const { line, name, changes } of report.changedProducts) printResult(`~ ${name} (line ${line}): ${changes.join(", ")}`);
    for (const category of report.newCategories) printResult(`+ category ${category}`);
  }
  const verb = isDryRun ? "would be " : "";
  printResult(
    `${report.rows} rows: ${products.new} products ${verb}new, ${products.changed} ${verb}changed, ${products.unchanged} unchanged, ${products.broken} ${verb}left out; ` +
      `${isDryRun ? `${report.pictures.wanted} pictures wanted` : `${report.pictures.stored} of ${report.pictures.wanted} pictures stored`}.`,
  );
  if (isDryRun) printResult("Nothing was changed.");
}
