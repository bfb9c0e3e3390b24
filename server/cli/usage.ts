import type { Command } from "./command.ts";
import { COMMANDS } from "./commands/list.ts";

const PROGRAM = "npm run shop --";
const WIDTH = 78;

/** The list of commands. */
export function programHelp(): string {
  const widest = Math.max(...COMMANDS.map((command) => command.words.length));
  return [
    `Usage: ${PROGRAM} <command> [--help]`,
    "",
    ...COMMANDS.map((command) => `  ${command.words.padEnd(widest)}  ${command.summary}`),
    "",
    ...wrap("The commands use the database of the running shop; when it does not run, they start the database and stop it again."),
    "Exit code: 0 done, 1 failed, 2 not understood.",
  ].join("\n");
}

export function commandHelp(command: Command): string {
  const options = { ...command.options, help: { type: "boolean" as const, about: "this text", value: undefined } };
  const names = Object.entries(options).map(([name, option]) => ({
    name: option.value ? `--${name} ${option.value}` : `--${name}`,
    about: option.about,
  }));
  const widest = Math.max(...names.map(({ name }) => name.length));
  return [
    usageLine(command),
    "",
    ...wrap(command.about),
    "",
    ...names.map(({ name, about }) => `  ${name.padEnd(widest)}  ${wrap(about, WIDTH - widest - 4).join(`\n${" ".repeat(widest + 4)}`)}`),
  ].join("\n");
}

export function usageLine(command: Command): string {
  return `Usage: ${PROGRAM} ${command.words}${command.takes === "" ? "" : ` ${command.takes}`}`;
}

function wrap(text: string, width = WIDTH): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
