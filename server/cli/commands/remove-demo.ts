import { readDemoFacts } from "#app/checkout/data/demo-facts.server.ts";
import { contentSeal, contentWords, refuseDemoRemoval } from "#app/checkout/domain/demo-removal.ts";
import { removeDemo } from "#app/checkout/workflows/remove-demo.server.ts";
import { errorMessage } from "#app/values/narrow.ts";
import { CommandFailure, hasFlag, type CommandInput } from "#server/cli/command.ts";
import { OPERATOR, openShop } from "#server/cli/open-shop.ts";
import { printResult, printText } from "#server/cli/print.ts";
import { createDemoTools } from "#server/demo-tools.ts";

export async function removeDemoContent(input: CommandInput): Promise<void> {
  const { db, env, secrets } = await openShop();
  const facts = await readDemoFacts(db);
  const seal = contentSeal(facts);
  const refusal = refuseDemoRemoval(facts, seal);
  if (refusal !== null) throw new CommandFailure(refusal);
  printResult(`To be removed: ${contentWords(facts.content).join(", ")}.`);
  const added = contentWords(facts.added);
  if (added.length > 0) printResult(`Of these, added since the demo: ${added.join(", ")}.`);
  printResult("To be kept: settings, staff, printers, history, the look and the home page.");
  if (!hasFlag(input, "yes")) {
    printText("Nothing is removed yet. Repeat the command with --yes to make a backup and remove all this.");
    return;
  }
  const log = { error: ({ err }: { readonly err: unknown }) => printText(errorMessage(err)) };
  const removed = await removeDemo({ db, secrets, log, demoTools: createDemoTools(env, () => new Date()) }, OPERATOR, seal);
  if (!removed.ok) throw new CommandFailure(removed.error);
  printResult(`The demo content is removed. The backup is ${removed.value.backup}.`);
}
