import type { FormNode, FormValue } from "./form-body.ts";
import type { BillingDetails, Metadata } from "#stripe-simulator/payment/records.ts";
import { badParameter } from "./refusal.ts";

const MOST_METADATA = 50;
const LONGEST_METADATA_NAME = 40;
const LONGEST_METADATA_VALUE = 500;

/** Typed reading of a request's parameters; every method throws the vendor's own 400 for a value of the wrong form. */
export interface Parameters {
  /** Undefined when absent or empty. */
  text(name: string, longest?: number): string | undefined;
  /** True also for an empty value, which clears a field. */
  has(name: string): boolean;
  integer(name: string, least: number, most: number): number | undefined;
  flag(name: string): boolean | undefined;
  choice<T extends string>(name: string, options: readonly T[]): T | undefined;
  texts(name: string): readonly string[];
  part(name: string): Parameters | undefined;
  /** New values by name; null removes one, `"clear"` removes all. Undefined if absent. */
  metadata(): Readonly<Record<string, string | null>> | "clear" | undefined;
}

/** Reads a request's parameters; any name outside `allowed` is rejected, as by the vendor. */
export function readParameters(form: FormNode, allowed: readonly string[]): Parameters {
  for (const name of form.keys()) {
    if (!allowed.includes(name)) throw badParameter(name, "parameter_unknown", `Received unknown parameter: ${name}`);
  }
  return openParameters(form, "");
}

function openParameters(form: FormNode, prefix: string): Parameters {
  const label = (name: string) => (prefix === "" ? name : `${prefix}[${name}]`);

  function text(name: string, longest = 5000): string | undefined {
    const value = form.get(name);
    if (value === undefined || value === "") return undefined;
    if (typeof value !== "string") throw badParameter(label(name), "parameter_invalid_string", `Invalid string: ${label(name)}`);
    if (value.length > longest) {
      throw badParameter(label(name), "parameter_invalid_string", `Invalid string: ${label(name)}; must be at most ${longest} characters`);
    }
    return value;
  }

  return {
    text,
    has: (name) => form.has(name),
    integer(name, least, most) {
      const value = text(name);
      if (value === undefined) return undefined;
      const number = /^-?\d{1,12}$/.test(value) ? Number(value) : Number.NaN;
      if (Number.isNaN(number)) throw badParameter(label(name), "parameter_invalid_integer", `Invalid integer: ${value.slice(0, 50)}`);
      if (number < least)
        throw badParameter(label(name), "parameter_invalid_integer", `This value must be greater than or equal to ${least}.`);
      if (number > most) throw badParameter(label(name), "parameter_invalid_integer", `This value must be less than or equal to ${most}.`);
      return number;
    },
    flag(name) {
      const value = text(name);
      if (value === undefined || value === "true" || value === "false") return value === undefined ? undefined : value === "true";
      throw badParameter(label(name), "parameter_invalid_boolean", `Invalid boolean: ${value.slice(0, 50)}`);
    },
    choice(name, options) {
      const value = text(name);
      if (value === undefined) return undefined;
      const known = options.find((option) => option === value);
      if (known === undefined) {
        throw badParameter(label(name), "parameter_invalid", `Invalid ${label(name)}: must be one of ${options.join(", ")}`);
      }
      return known;
    },
    texts(name) {
      const value = form.get(name);
      if (value === undefined || value === "") return [];
      if (typeof value === "string") throw badParameter(label(name), "parameter_invalid", `Invalid array: ${label(name)}`);
      return [...value.values()].map((entry) => {
        if (typeof entry !== "string") throw badParameter(label(name), "parameter_invalid_string", `Invalid string in ${label(name)}`);
        return entry;
      });
    },
    part(name) {
      const value = form.get(name);
      if (value === undefined || value === "") return undefined;
      if (typeof value === "string") throw badParameter(label(name), "parameter_invalid_object", `Invalid object: ${label(name)}`);
      return openParameters(value, label(name));
    },
    metadata: () => readMetadata(form.get("metadata")),
  };
}

function readMetadata(value: FormValue | undefined): Readonly<Record<string, string | null>> | "clear" | undefined {
  if (value === undefined) return undefined;
  if (value === "") return "clear";
  if (typeof value === "string") throw badParameter("metadata", "parameter_invalid_object", "Invalid object: metadata");
  const changes = [...value].map(([name, entry]) => {
    const param = `metadata[${name.slice(0, LONGEST_METADATA_NAME)}]`;
    if (typeof entry !== "string") throw badParameter(param, "parameter_invalid_string", "Metadata values must be strings");
    if (name.length > LONGEST_METADATA_NAME)
      throw badParameter(param, "parameter_invalid_string", "Metadata keys can have up to 40 characters");
    if (entry.length > LONGEST_METADATA_VALUE)
      throw badParameter(param, "parameter_invalid_string", "Metadata values can have up to 500 characters");
    return [name, entry === "" ? null : entry] as const;
  });
  return Object.fromEntries(changes);
}

/** The metadata after a request's changes: named values replaced, null ones removed, the others kept. */
export function mergeMetadata(current: Metadata, changes: ReturnType<Parameters["metadata"]>): Metadata {
  if (changes === undefined) return current;
  if (changes === "clear") return {};
  const merged = Object.entries({ ...current, ...changes }).filter((pair): pair is [string, string] => pair[1] !== null);
  if (merged.length > MOST_METADATA) throw badParameter("metadata", "parameter_invalid", `Metadata can have up to ${MOST_METADATA} keys`);
  return Object.fromEntries(merged);
}

const LONGEST_BILLING = 250;

/** Billing details from the request, null for missing ones. Limited in length, because any visitor of the shop can store them. */
export function readBilling(details: Parameters | undefined): BillingDetails {
  const address = details?.part("address");
  return {
    name: details?.text("name", LONGEST_BILLING) ?? null,
    email: details?.text("email", LONGEST_BILLING) ?? null,
    phone: details?.text("phone", LONGEST_BILLING) ?? null,
    address: address
      ? Object.fromEntries(
          ["city", "country", "line1", "line2", "postal_code", "state"].map((name) => [name, address.text(name, LONGEST_BILLING) ?? null]),
        )
      : null,
  };
}
