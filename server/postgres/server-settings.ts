/**
 * The settings ("name=value") the embedded server runs with. They go on its command line, so an upgrade of the shop brings its own and nothing in
 * the data directory can be left behind from an older version. `durable` false gives up safety from power cuts for speed: only for databases of tests.
 */
export function serverSettings(durable: boolean, maxConnections: number): readonly string[] {
  const groups = [
    // Small: a shop's hot data fits, and the operating system caches the rest.
    `shared_buffers=32MB max_connections=${maxConnections} min_wal_size=32MB max_wal_size=${durable ? "192MB" : "1GB"} jit=off random_page_cost=1.1`,
    // One server and no replicas: no process or memory for them. wal_level stays at what online backups need.
    "wal_level=replica max_wal_senders=0 max_logical_replication_workers=0 max_worker_processes=4",
    // PostgreSQL 18 would keep three more processes for reading ahead.
    "io_method=sync",
    "timezone=UTC log_timezone=UTC lc_messages=C password_encryption=scram-sha-256",
    // The log holds starts, stops and crashes. Failed statements reach the shop itself, with data in them that has no business in a log file.
    "log_min_messages=log log_min_error_statement=panic log_error_verbosity=terse",
    "log_checkpoints=off log_autovacuum_min_duration=-1 logging_collector=off",
    durable
      ? "fsync=on synchronous_commit=on full_page_writes=on"
      : "fsync=off synchronous_commit=off full_page_writes=off checkpoint_timeout=1h",
    // On macOS only this one goes past the drive's own cache. On Linux, after a crash, one call instead of one for each of some 1,500 files.
    ...(durable
      ? ({ darwin: ["wal_sync_method=fsync_writethrough"], linux: ["recovery_init_sync_method=syncfs"] }[process.platform as string] ?? [])
      : []),
  ];
  return groups.join(" ").split(" ");
}

/**
 * The environment PostgreSQL's programs run in: nothing of the shop's own (it holds secrets), none of the PG… variables a developer may have
 * set, English messages, because some are recognised.
 */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const needed = ["PATH", "SystemRoot", "SYSTEMROOT", "windir", "TEMP", "TMP", "COMSPEC", "PATHEXT"];
  return { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => needed.includes(name))), LC_ALL: "C", TZ: "UTC" };
}
