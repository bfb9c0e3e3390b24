import { afterAll, vi } from "vitest";

/** Files share a process, and Vitest removes stubs only before the next test: the next file's imports would still see them. */
afterAll(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
