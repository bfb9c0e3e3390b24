import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Worth many files each, the longest first. Begun last, as their few lines would have it, they would leave one of two cores idle for minutes. */
const LONG = ["test/fault-matrix/", "server/edge/role-matrix.", "server/cli/commands/list."];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => [...LONG, ""].findIndex((part) => moduleId.includes(part));
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

/**
 * Five kinds of tests. `unit`: fast, no database, nothing started: what npm run check runs. `slow`: no database either, but programs or servers
 * are started, pictures drawn, long files read. `database`: everything that needs a PostgreSQL; one is started for the
 * run and every file gets its own copy of the migrated database (see test/test-db.ts). `torture`: storms of
 * disturbances on the built server, short in npm test, long in npm run test:torture (see test/torture/size.ts). `cluster`: two machines
 * behind proxies and a pair of databases, in npm run test:cluster only.
 * No Vite plugin is loaded: React Router's would want a whole application.
 */
export default defineConfig({
  oxc: { jsx: { runtime: "automatic" } },
  test: {
    environment: "node",
    pool: "forks",
    maxWorkers: 2,
    // No module keeps state of its own; one module graph for all files halves the time (unit tests 32 s to 15 s).
    isolate: false,
    setupFiles: ["./test/fail-on-console.ts", "./test/end-stubs.ts"],
    restoreMocks: true,
    // Ends what hangs. What is waited for takes up to a second; on a busy or throttled machine it has been seen to take ten times as long.
    expect: { poll: { timeout: 60_000 } },
    unstubEnvs: true,
    unstubGlobals: true,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [
            "app/**/*.test.{ts,tsx}",
            "server/**/*.test.ts",
            "stripe-simulator/**/*.test.ts",
            "db/**/*.test.ts",
            "test/**/*.test.ts",
            "scripts/**/*.test.ts",
          ],
          exclude: ["**/*.{db,slow,torture,cluster}.test.{ts,tsx}", "**/node_modules/**"],
          // Properties try hundreds of cases; on a busy machine that takes longer than the usual five seconds.
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "slow",
          include: ["{app,server,stripe-simulator,db,test,scripts}/**/*.slow.test.{ts,tsx}"],
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "database",
          include: ["{app,server,stripe-simulator,db,test,scripts}/**/*.db.test.{ts,tsx}"],
          globalSetup: ["./test/database-for-run.ts"],
          // The longest test takes 15 seconds on a quiet machine.
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: "torture",
          include: ["test/torture/*.torture.test.ts"],
          globalSetup: ["./test/database-for-run.ts"],
          // Long storms one at a time: each loads the machine by itself, and their figures are compared from run to run.
          fileParallelism: process.env.SHOPBELL_TORTURE !== "long",
          sequence: { groupOrder: 1 },
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: { name: "cluster", include: ["test/cluster/*.cluster.test.ts"], fileParallelism: false, sequence: { groupOrder: 2 } },
      },
    ],
  },
});
