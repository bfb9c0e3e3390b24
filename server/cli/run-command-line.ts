import { errorMessage } from "#app/values/narrow.ts";
import { constants } from "node:os";
import { parseArgs } from "node:util";
import { UsageProblem, type Command, type CommandInput } from "./command.ts";
import { COMMANDS } from "./commands/list.ts";
import { describeFailure } from "./describe-failure.ts";
import { closeEverything } from "./open-things.ts";
import { printResult, printText } from "./print.ts";
import { commandHelp, programHelp, usageLine } from "./usage.ts";

/** Runs a command line. Returns the exit code: 0 done, 1 failed, 2 invalid usage. */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  endInOrder();
  // `… | head` closing early is no failure.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
  const command = COMMANDS.find(({ words }) => words.split(" ").every((word, index) => args[index] === word));
  if (command === undefined) return answerWithoutCommand(args);
  try {
    const input = readInput(command, args.slice(command.words.split(" ").length));
    if (input === "help") {
      printResult(commandHelp(command));
      return 0;
    }
    const run = await command.load();
    await run(input);
    return 0;
  } catch (error) {
    if (error instanceof UsageProblem) {
      printText(`${error.message}\n${usageLine(command)}\n${command.words} --help explains it.`);
      return 2;
    }
    // Errors after a signal are not reported.
    if (!isEnding) printText(describeFailure(error));
    return 1;
  } finally {
    await closeEverything();
  }
}

function answerWithoutCommand(args: readonly string[]): number {
  const [first, second] = args;
  const family = COMMANDS.filter(({ words }) => words.startsWith(`${first} `));
  if (first === "--help" || first === "-h" || first === "help") {
    printResult(programHelp());
    return 0;
  }
  if (family.length > 0 && (second === "--help" || second === "-h")) {
    printResult(family.map(commandHelp).join("\n\n"));
    return 0;
  }
  if (family.length > 0)
    printText(`${first} is followed by one of: ${family.map(({ words }) => words.slice(words.indexOf(" ") + 1)).join(", ")}.`);
  else if (first !== undefined) printText(`There is no command ${first}.`);
  printText(programHelp());
  return 2;
}

function readInput(command: Command, args: readonly string[]): CommandInput | "help" {
  const options = Object.fromEntries(Object.entries(command.options).map(([name, { type }]) => [name, { type }]));
  let parsed: { values: Record<string, string | boolean | undefined>; positionals: string[] };
  try {
    parsed = parseArgs({ args: [...args], options: { ...options, help: { type: "boolean", short: "h" } }, allowPositionals: true });
  } catch (error) {
    // Node's message names the option; drop the rest.
    throw new UsageProblem(`${errorMessage(error).split(/\. (?=To specify)|\n/)[0]}`.replace(/\.?$/, "."));
  }
  const { values, positionals } = parsed;
  if (values.help === true) return "help";
  const [fewest, most] = command.positionals;
  if (positionals.length < fewest)
    throw new UsageProblem(`${command.words} needs ${command.takes.split(" ").slice(positionals.length, fewest).join(" and ")}.`);
  if (positionals.length > most)
    throw new UsageProblem(`"${positionals[most]}" is one word too many; put text with spaces in quotation marks.`);
  return { values, positionals };
}

let isEnding = false;

/** Ctrl-C and SIGTERM stop a database started here. */
function endInOrder(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (isEnding) return;
      isEnding = true;
      const end = () => process.exit(128 + constants.signals[signal]);
      closeEverything().then(end, end);
    });
  }
}
