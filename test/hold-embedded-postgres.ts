/**
 * A process with an embedded database, for tests that kill or interrupt it, or start it twice. Prints one line of JSON: `{url, pid,
 * version}` once it runs, or `{problem}` if it could not start.
 *
 * node test/hold-embedded-postgres.ts <data directory> [stop | query-then-stop | exit]
 *
 * `stop` (default): SIGINT and SIGTERM stop the database. `query-then-stop`: they first query it for 6 × 7 and print the result. `exit`: it
 * exits immediately, without stopping the database.
 */
import pg from "pg";
import { startEmbeddedPostgres } from "#server/postgres/embedded-postgres.ts";
import { StartProblem } from "#server/postgres/start-problem.ts";

const [dataDir = "", mode = "stop"] = process.argv.slice(2);
try {
  const database = await startEmbeddedPostgres({ dataDir });
  const alive = setInterval(() => undefined, 60_000);
  const end = async () => {
    if (mode === "query-then-stop") {
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      const { rows } = await client.query("select 6 * 7 as answer");
      console.log(JSON.stringify(rows[0]));
      await client.end();
    }
    await database.stop();
    clearInterval(alive);
  };
  process.once("SIGINT", () => void end());
  process.once("SIGTERM", () => void end());
  const { url, pid, version } = database;
  console.log(JSON.stringify({ url, pid, version }));
  if (mode === "exit") process.exit(0);
} catch (error) {
  if (!(error instanceof StartProblem)) throw error;
  console.log(JSON.stringify({ problem: error.message }));
  process.exitCode = 1;
}
