import { z } from "zod";
import { pluralForm } from "#texts/plural.ts";

type Issue = z.core.$ZodRawIssue;

/** A sentence about the valid input, where the schema has none of its own; zod's messages are for programmers. */
export function inputSentence(issue: Issue): string {
  switch (issue.code) {
    case "unrecognized_keys":
      return `Leave out ${issue.keys.join(", ")}${fieldsHere(issue)}.`;
    case "invalid_type":
      return issue.input === undefined ? `This is missing. ${sendWords(issue.expected)}` : sendWords(issue.expected);
    case "invalid_value":
      return sendOneOf(issue.values.map((value) => JSON.stringify(value)));
    case "invalid_union":
      return Array.isArray(issue.options) && issue.options.length > 0
        ? sendOneOf(issue.options.map((option) => JSON.stringify(option)))
        : "This has none of the forms that can be used here.";
    case "too_big":
      return limitWords(issue.origin, issue.maximum, boundOf(issue, "at most", "below"));
    case "too_small":
      return limitWords(issue.origin, issue.minimum, boundOf(issue, "at least", "above"));
    case "not_multiple_of":
      return `Send a multiple of ${issue.divisor}.`;
    case "invalid_format":
      return `Send this as ${FORMATS[issue.format] ?? "text of the right form"}.`;
    default:
      return "This cannot be used here.";
  }
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: "a UUID",
  email: "an email address",
  url: "a complete web address",
  date: "a date such as 2026-01-31",
  time: "a time such as 17:30",
  datetime: "a time such as 2026-01-31T17:30:00Z",
};

const TYPES: Readonly<Record<string, string>> = {
  object: "Send an object with the fields of this call.",
  record: "Send an object.",
  array: "Send a list.",
  tuple: "Send a list.",
  string: "Send text.",
  boolean: "Send true or false.",
  number: "Send a number.",
  int: "Send a whole number.",
  null: "Send null.",
};

function sendWords(expected: string): string {
  return TYPES[expected] ?? "Send another kind of value.";
}

function sendOneOf(values: readonly string[]): string {
  return `Send ${new Intl.ListFormat("en", { type: "disjunction" }).format(values)}.`;
}

interface Bound {
  readonly words: string;
  /** Whether the limit itself is invalid: zod calls it "not inclusive". */
  readonly isOpen: boolean;
}

function boundOf(issue: { readonly inclusive?: boolean; readonly exact?: boolean }, closed: string, open: string): Bound {
  const isOpen = issue.inclusive === false;
  if (issue.exact === true) return { isOpen, words: "exactly" };
  return { isOpen, words: isOpen ? open : closed };
}

/** The unit of a limit, by zod's name of the value; otherwise a number. */
const COUNTED: Readonly<Record<string, readonly [one: string, other: string]>> = {
  string: ["character", "characters"],
  array: ["entry", "entries"],
  set: ["entry", "entries"],
  map: ["entry", "entries"],
  file: ["byte", "bytes"],
};

function limitWords(origin: string, limit: number | bigint | Date, { words, isOpen }: Bound): string {
  if (limit instanceof Date) return `Send a time ${words} ${limit.toISOString()}.`;
  const unit = COUNTED[origin];
  if (unit !== undefined) return `Send ${words} ${limit} ${pluralForm(Number(limit), ...unit)}.`;
  return `Send a ${origin === "int" ? "whole " : ""}number ${isOpen ? "" : "of "}${words} ${limit}.`;
}

function fieldsHere({ inst }: Issue): string {
  const names = inst instanceof z.ZodObject ? Object.keys(inst.shape) : [];
  return names.length === 0 ? "" : `; the fields here are ${names.join(", ")}`;
}
