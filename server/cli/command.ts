/** A failure whose sentence is all the operator needs: printed without a stack, exit 1. */
export class CommandFailure extends Error {}

/** A command line that cannot be understood: the sentence and the usage are printed, exit 2. */
export class UsageProblem extends Error {}

/** One command of `npm run shop -- <words> …`. Its module is loaded only when it runs, so that `--help` and small commands stay quick. */
export interface Command {
  /** e.g. "admin create" */
  readonly words: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The lines of `--help` after the usage line: options, examples, what it touches. */
  readonly help: string;
  /** What follows the words in the usage line, e.g. "FILE [--dry-run]". */
  readonly takes: string;
  /** Options as node:util parseArgs takes them; `help` is added to all. */
  readonly options: Readonly<Record<string, { readonly type: "string" | "boolean" }>>;
  /** How many words may follow, from and to. */
  readonly positionals: readonly [number, number];
  readonly run: (input: CommandInput) => Promise<void>;
}

export interface CommandInput {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
}
