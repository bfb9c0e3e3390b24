/** A failure whose sentence is all the operator needs: printed without a stack, exit 1. */
export class CommandFailure extends Error {}

/** A command line that cannot be understood: the sentence and the usage are printed, exit 2. */
export class UsageProblem extends Error {}

export interface CommandInput {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
}

export type RunCommand = (input: CommandInput) => Promise<void>;

/** One command of `npm run shop -- <words> …`. */
export interface Command {
  /** e.g. "admin create" */
  readonly words: string;
  /** What follows the words in the usage line, e.g. "FILE [--dry-run]". */
  readonly takes: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The paragraph of `--help`: what it does, what it touches, what is safe. */
  readonly about: string;
  /** By name, in the order they are explained; `--help` is added to all. */
  readonly options: Readonly<Record<string, CommandOption>>;
  /** How many words follow, from and to. */
  readonly positionals: readonly [number, number];
  /** The module is loaded only when the command runs, so that help costs nothing. */
  readonly load: () => Promise<RunCommand>;
}

export interface CommandOption {
  readonly type: "string" | "boolean";
  /** What stands for the value in the explanation: "ADDRESS". */
  readonly value?: string;
  readonly about: string;
}

/** The text given for an option, trimmed; a `UsageProblem` when it is missing or blank. */
export function requireOption({ values }: CommandInput, name: string): string {
  const text = findOption({ values }, name);
  if (text === undefined || text === "") throw new UsageProblem(`--${name} is missing.`);
  return text;
}

export function findOption({ values }: Pick<CommandInput, "values">, name: string): string | undefined {
  const value = values[name];
  return typeof value === "string" ? value.trim() : undefined;
}

export function hasFlag({ values }: CommandInput, name: string): boolean {
  return values[name] === true;
}
