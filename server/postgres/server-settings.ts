/** macOS: bypasses the drive cache. Linux: one call instead of 1,500 after a crash. */
const DURABLE_SETTINGS: Readonly<Record<string, readonly string[]>> = {
  darwin: ["wal_sync_method=fsync_writethrough"],
  linux: ["recovery_init_sync_method=syncfs"],
};

/** Server settings as "name=value" on the command line, so that upgrades bring their own. `durable` false is for tests. */
export function serverSettings(durable: boolean, maxConnections: number): readonly string[] {
  const groups = [
    // Small: hot data fits, and the operating system caches the rest.
    `shared_buffers=32MB max_connections=${maxConnections} min_wal_size=32MB max_wal_size=${durable ? "192MB" : "1GB"} jit=off random_page_cost=1.1`,
    // No replicas: no processes for them. wal_level stays for online backups.
    "wal_level=replica max_wal_senders=0 max_logical_replication_workers=0 max_worker_processes=4",
    // PostgreSQL 18 would start three I/O workers.
    "io_method=sync",
    "timezone=UTC log_timezone=UTC lc_messages=C password_encryption=scram-sha-256",
    // Logs starts, stops and crashes, no statements, which contain data.
    "log_min_messages=log log_min_error_statement=panic log_error_verbosity=terse",
    "log_checkpoints=off log_autovacuum_min_duration=-1 logging_collector=off",
    durable
      ? "fsync=on synchronous_commit=on full_page_writes=on"
      : "fsync=off synchronous_commit=off full_page_writes=off checkpoint_timeout=1h",
    ...(durable ? (DURABLE_SETTINGS[process.platform] ?? []) : []),
  ];
  return groups.join(" ").split(" ");
}

/** The environment of PostgreSQL's programs: without the shop's secrets and PG… variables, in English for parsing. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const needed = ["PATH", "SystemRoot", "SYSTEMROOT", "windir", "TEMP", "TMP", "COMSPEC", "PATHEXT"];
  return { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => needed.includes(name))), LC_ALL: "C", TZ: "UTC" };
}
