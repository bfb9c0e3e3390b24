import { afterEach, beforeEach } from "vitest";

/**
 * A test in which something is written to `console.error` fails, unless it said so beforehand: React's warnings and
 * errors reported by the shop are findings.
 */
const expected: RegExp[] = [];
let unexpected: string[] = [];
const print = console.error;

beforeEach(() => {
  expected.length = 0;
  unexpected = [];
  console.error = (...values: unknown[]) => {
    const text = values.map(describe).join(" ");
    if (expected.some((pattern) => pattern.test(text))) return;
    unexpected.push(text);
    print(...values);
  };
});

afterEach(() => {
  console.error = print;
  if (unexpected.length > 0) {
    throw new Error(`console.error was called; allow it with expectConsoleError(/pattern/) if it is meant:\n${unexpected.join("\n")}`);
  }
});

/** For the rest of this test, `console.error` with a text matching the pattern is expected and kept quiet. */
export function expectConsoleError(pattern: RegExp): void {
  expected.push(pattern);
}

function describe(value: unknown): string {
  return value instanceof Error ? `${value.name}: ${value.message}` : String(value);
}
