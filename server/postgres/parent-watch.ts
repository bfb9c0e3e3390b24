import { spawn } from "node:child_process";
import { postmasterFilePath } from "./postmaster-file.ts";
import { serverEnvironment } from "./server-environment.ts";

/**
 * Waits on a pipe that only this process holds. When this process ends, however that happens, the pipe closes and
 * the server gets a fast shutdown. The first line of postmaster.pid must still be the server's number, so that no
 * other program is ever signalled; while the server is just starting the file is not there yet.
 */
const WATCH_SCRIPT = `
trap '' HUP
while read -r _; do :; done
tries=0
while [ "$tries" -lt 100 ] && kill -0 "$2" 2>/dev/null; do
  first=
  { read -r first < "$1"; } 2>/dev/null
  if [ "$first" = "$2" ]; then kill -INT "$2"; exit; fi
  tries=$((tries + 1))
  sleep 0.1
done
`;

/**
 * Makes sure the server `pid` does not outlive this process, not even after `kill -9`. Windows has no such shell;
 * there the next start ends what was left. Returns what calls the watch off.
 */
export function stopWhenParentEnds(clusterDir: string, pid: number): { readonly callOff: () => void } {
  if (process.platform === "win32") return { callOff: () => undefined };
  const watch = spawn("/bin/sh", ["-c", WATCH_SCRIPT, "shopbell-watch", postmasterFilePath(clusterDir), String(pid)], {
    // Its own session: neither Ctrl-C nor a signal to the shop's process group may end the watch.
    detached: true,
    cwd: "/",
    env: serverEnvironment(),
    stdio: ["pipe", "ignore", "ignore"],
  });
  watch.on("error", (error) => {
    throw new Error("The watch over the embedded database could not be started", { cause: error });
  });
  watch.stdin.on("error", () => undefined);
  watch.unref();
  (watch.stdin as unknown as { unref(): void }).unref();
  return { callOff: () => void watch.kill("SIGKILL") };
}
