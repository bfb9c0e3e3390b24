import pg from "pg";

/** Ten times the shop's limits: a busy machine fails no test. */
export const TEST_LIMITS = { connect: 50_000, statement: 80_000, answer: 90_000 };

/** Runs one statement on a PostgreSQL server, on its own connection. */
export async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The connection string of another database of the same server. */
export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
