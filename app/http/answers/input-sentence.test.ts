import { describe, expect, test } from "vitest";
import { z } from "zod";
import { inputSentence } from "./input-sentence.schema.ts";

describe("explains the valid input of a call", () => {
  test.each([
    ["Send at least 1 character.", z.string().min(1), ""],
    ["Send at least 2 characters.", z.string().min(2), "a"],
    ["Send at most 1 character.", z.string().max(1), "ab"],
    ["Send at most 0 characters.", z.string().max(0), "a"],
    ["Send exactly 2 characters.", z.string().length(2), "abc"],
    ["Send exactly 1 character.", z.string().length(1), ""],
    ["Send at least 1 entry.", z.array(z.number()).min(1), []],
    ["Send at most 2 entries.", z.array(z.number()).max(2), [1, 2, 3]],
    ["Send exactly 1 entry.", z.array(z.number()).length(1), [1, 2]],
    ["Send a number of at least 1.", z.number().min(1), 0],
    ["Send a number of at most 9.5.", z.number().max(9.5), 10],
    ["Send a number above 0.", z.number().positive(), 0],
    ["Send a number above -3.", z.number().gt(-3), -3],
    ["Send a number below 0.", z.number().negative(), 0],
    ["Send a number below 5.", z.number().lt(5), 5],
    ["Send a number of at least 1.", z.int().min(1), 0],
    ["Send a number above 0.", z.int().positive(), 0],
    ["Send a whole number.", z.int(), 1.5],
    ["Send a whole number of at most 9007199254740991.", z.int(), 2 ** 60],
    ["Send a multiple of 5.", z.number().multipleOf(5), 7],
    ["Send text.", z.string(), 5],
    ["This is missing. Send text.", z.strictObject({ a: z.string() }), {}],
  ])("%s", (sentence, schema, value) => {
    const parsed = z.safeParse(schema, value, { error: inputSentence });
    expect(parsed.error?.issues.map(({ message }) => message)).toEqual([sentence]);
  });
});
