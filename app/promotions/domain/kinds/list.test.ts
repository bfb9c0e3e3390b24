import { expect, test } from "vitest";
import { ACTION_KINDS, findActionKind } from "./list.ts";

test("every kind of the list is found by its code, and no code is used twice", () => {
  expect(new Set(ACTION_KINDS.map(({ code }) => code)).size).toBe(ACTION_KINDS.length);
  for (const kind of ACTION_KINDS) expect(findActionKind(kind.code)).toBe(kind);
  expect(findActionKind("order-percentage")).toBeUndefined();
});

test.each(ACTION_KINDS.map((kind) => [kind.code, kind] as const))(
  "a form drawn from the fields of %s sends what its schema takes",
  (_, kind) => {
    const initial = Object.fromEntries(kind.fields.map((field) => [field.name, field.input === "products" ? [1] : field.initial]));
    const target = kind.fields.filter(({ input }) => input === "target").map(({ name }) => name);
    expect(kind.paramsSchema.safeParse(initial)).toMatchObject({ success: true });
    // Every field is a parameter: a wrong value for it is refused.
    for (const field of kind.fields) {
      expect(kind.paramsSchema.safeParse({ ...initial, [field.name]: "nonsense" }).success).toBe(false);
      if (field.required && !target.includes(field.name))
        expect(kind.paramsSchema.safeParse({ ...initial, [field.name]: null }).success).toBe(false);
    }
  },
);

test.each(ACTION_KINDS.map((kind) => [kind.code, kind] as const))(
  "%s keeps its parameters as they are when they are read again",
  (_, kind) => {
    const initial = Object.fromEntries(kind.fields.map((field) => [field.name, field.input === "products" ? [1] : field.initial]));
    const once = kind.paramsSchema.parse(initial);
    expect(kind.paramsSchema.parse(JSON.parse(JSON.stringify(once)))).toEqual(once);
  },
);
