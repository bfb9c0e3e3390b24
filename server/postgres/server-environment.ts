/**
 * The environment PostgreSQL's programs run in: nothing of the shop's own (it holds secrets), none of the PG…
 * variables a developer may have set, English messages, because some are recognised.
 */
export function serverEnvironment(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  const needed = ["PATH", "SystemRoot", "SYSTEMROOT", "windir", "TEMP", "TMP", "COMSPEC", "PATHEXT"];
  const kept = needed.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(kept), LC_ALL: "C", TZ: "UTC", ...extra };
}
