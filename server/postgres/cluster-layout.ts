import path from "node:path";

/** The embedded database's part of a data directory. */
export type ClusterLayout = {
  /** DATA_DIR, absolute and without links. */
  readonly dataDir: string;
  /** Appears in one step, complete: everything below. */
  readonly root: string;
  /** PostgreSQL's own data directory. */
  readonly cluster: string;
  /** The password of the one database account, made at the first start. */
  readonly passwordFile: string;
  /** What PostgreSQL has to say; one older file is kept as postgres.log.old. */
  readonly logFile: string;
  /** Where the running server can be reached; exists while it runs. */
  readonly connectionFile: string;
};

export function clusterLayout(dataDir: string): ClusterLayout {
  const root = path.join(dataDir, "postgres");
  return {
    dataDir,
    root,
    cluster: path.join(root, "data"),
    passwordFile: path.join(root, "password"),
    logFile: path.join(root, "postgres.log"),
    connectionFile: path.join(root, "connection.json"),
  };
}
