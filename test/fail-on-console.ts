import { afterEach, beforeEach } from "vitest";

/**
 * Fails a test that writes to `console.error` without expecting it: React's warnings and errors reported by the shop are findings.
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

/** Expects and hides `console.error` with a matching text for the rest of this test. */
export function expectConsoleError(pattern: RegExp): void {
  expected.push(pattern);
}

function describe(value: unknown): string {
  return value instanceof Error ? `${value.name}: ${value.message}` : String(value);
}
