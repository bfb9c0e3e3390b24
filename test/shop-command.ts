import { spawn } from "node:child_process";
import path from "node:path";
import { text } from "node:stream/consumers";

export interface CommandEnding {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Compile cache shared by the commands: otherwise each would spend half of its time compiling the same modules. */
const COMPILED = path.resolve("node_modules/.cache/node-compile");

/**
 * Runs an operator's command as `npm run shop` does, in a separate process, and waits for its end.
 * @param environment of the shop; of the test's own environment, only what a process needs is passed on
 */
export async function runShopCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  input = "",
): Promise<CommandEnding> {
  const { PATH = "", HOME = "", TMPDIR = "/tmp", SystemRoot = "" } = process.env;
  const child = spawn(process.execPath, [path.resolve("server/shop.ts"), ...args], {
    env: { PATH, HOME, TMPDIR, SystemRoot, NODE_ENV: "production", NODE_COMPILE_CACHE: COMPILED, ...environment },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  // A command that does not read its input may end before all of it is written.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}
