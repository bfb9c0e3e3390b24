import { readFile, writeFile } from "node:fs/promises";
import type { FileProblem } from "#app/content/workflows/configuration/configuration-change.ts";
import {
  applyConfiguration,
  compareConfiguration,
  exportConfiguration,
} from "#app/content/workflows/configuration/configuration.server.ts";
import { CONFIGURATION_PARTS } from "#app/promotions/workflows/configuration/configuration-parts.server.ts";
import { CommandFailure, hasFlag, type CommandInput } from "#server/cli/command.ts";
import { OPERATOR, openShop } from "#server/cli/open-shop.ts";
import { operatorFile } from "#server/cli/operator-file.ts";
import { printJson, printResult, printText } from "#server/cli/print.ts";
import { counted } from "#texts/plural.ts";

export async function exportConfig(input: CommandInput): Promise<void> {
  const { db } = await openShop();
  const text = await exportConfiguration(db, CONFIGURATION_PARTS, { withCodes: hasFlag(input, "codes") });
  const name = input.positionals[0] ?? "-";
  if (name === "-") return printResult(text.trimEnd());
  await writeFile(operatorFile(name), text);
  printText("The configuration is exported.");
}

export async function importConfig(input: CommandInput): Promise<void> {
  const text = await readFile(operatorFile(input.positionals[0] ?? ""), "utf8");
  const { db } = await openShop();
  const compared = await compareConfiguration(db, text, CONFIGURATION_PARTS);
  if (!compared.ok) throw refusal(compared.error);
  const { changes } = compared.value;
  if (hasFlag(input, "json")) printJson(changes);
  else
    for (const { section, name, before, after } of changes)
      printResult(`${before === null ? "+" : "~"} ${section} ${name}: ${short(before ?? "")} → ${short(after)}`);
  if (hasFlag(input, "dry-run") || changes.length === 0)
    return printText(changes.length === 0 ? "There is nothing to change." : "Nothing was changed.");
  const applied = await applyConfiguration(db, text, null, { ...OPERATOR, isConfirmed: true }, CONFIGURATION_PARTS);
  if (applied.kind === "refused") throw refusal(applied.problems);
  if (applied.kind === "done")
    printText(`${counted(applied.changed, "change is", "changes are")} made. The history of the back office can undo them.`);
}

function refusal(problems: readonly FileProblem[]): CommandFailure {
  return new CommandFailure(problems.map(({ path, message }) => `${path === "" ? "" : `${path}: `}${message}`).join("\n"));
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  if (line === "") return "nothing";
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
