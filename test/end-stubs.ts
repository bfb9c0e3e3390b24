import { afterAll, vi } from "vitest";

/** Files share a process, and Vitest ends stubs before the next test only: what the next file reads while it loads would be stubbed still. */
afterAll(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
