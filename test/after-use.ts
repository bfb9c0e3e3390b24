import { afterAll, onTestFinished, TestRunner } from "vitest";

/** Cleans up after the running test; outside of one, after the file's last test. Vitest ignores an `afterAll` that is called inside a test. */
export function afterUse(clean: () => unknown): void {
  if (TestRunner.getCurrentTest() === undefined) afterAll(async () => void (await clean()));
  else onTestFinished(async () => void (await clean()));
}
