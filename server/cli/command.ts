/** A failure with a message for the operator: no stack, exit 1. */
export class CommandFailure extends Error {}

/** An invalid command line: message and usage, exit 2. */
export class UsageProblem extends Error {}

export interface CommandInput {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
}

type RunCommand = (input: CommandInput) => Promise<void>;

/** One command of `npm run shop -- <words> …`. */
export interface Command {
  /** e.g. "admin create" */
  readonly words: string;
  /** Arguments in the usage line, such as "FILE [--dry-run]". */
  readonly takes: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The paragraph of `--help`: the command's effects and safety. */
  readonly about: string;
  /** Options by name in display order; `--help` is added. */
  readonly options: Readonly<Record<string, CommandOption>>;
  /** Minimum and maximum number of arguments. */
  readonly positionals: readonly [number, number];
  /** Loaded when the command runs, so that help is fast. */
  readonly load: () => Promise<RunCommand>;
}

export interface CommandOption {
  readonly type: "string" | "boolean";
  /** The placeholder of the value in the help: "ADDRESS". */
  readonly value?: string;
  readonly about: string;
}

/** An option's trimmed text; throws `UsageProblem` if missing or blank. */
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
