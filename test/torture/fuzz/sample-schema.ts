import type { Dice } from "#test/torture/size.ts";

/** The part of JSON Schema that the API description uses. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: string;
  readonly minItems?: number;
}

/** Existing values in the shop, by field name. */
export type Facts = Readonly<Record<string, readonly unknown[]>>;

const MOST_KNOWN = 80;

/** A value that fits the schema; ids are mostly those of existing rows. */
export function sampleOf(schema: Schema, dice: Dice, facts: Facts, name = ""): unknown {
  const knownValues = facts[name];
  if (knownValues !== undefined && knownValues.length > 0 && dice.chance(MOST_KNOWN)) return dice.pick(knownValues);
  if ("const" in schema) return schema.const;
  if (schema.enum !== undefined) return dice.pick(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return sampleOf(dice.pick(choices), dice, facts, name);
  switch (typeof schema.type === "string" ? schema.type : schema.type?.[0]) {
    case "object":
      return sampleObject(schema, dice, facts);
    case "array": {
      const count = Math.max(schema.minItems ?? 0, dice.pick([0, 1, 2]));
      return Array.from({ length: count }, () => sampleOf(schema.items ?? {}, dice, facts, name));
    }
    case "integer":
    case "number":
      return dice.pick([schema.minimum ?? 0, Math.min(schema.maximum ?? 5, 5), Math.min(schema.maximum ?? 100, 1e9)]);
    case "boolean":
      return dice.chance(50);
    case "null":
      return null;
    default:
      return dice.pick(TEXTS[schema.format ?? ""] ?? ["", "word", "Ana Pérez"]);
  }
}

const TEXTS: Readonly<Record<string, readonly string[]>> = {
  "date-time": ["2026-03-08T18:30:00Z", "2099-12-31T23:59:59Z"],
  date: ["2026-03-08"],
  email: ["ana@example.com"],
  uuid: ["00000000-0000-4000-8000-000000000000"],
  uri: ["https://push.example.com/x"],
};

function sampleObject({ properties = {}, required = [] }: Schema, dice: Dice, facts: Facts): object {
  const chosen = Object.entries(properties).filter(([name]) => required.includes(name) || dice.chance(60));
  return Object.fromEntries(chosen.map(([name, schema]) => [name, sampleOf(schema, dice, facts, name)]));
}
