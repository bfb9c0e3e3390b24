import { spawn } from "node:child_process";
import path from "node:path";
import { text } from "node:stream/consumers";

export interface CommandEnding {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Compiled modules are kept between the commands: each would spend half of its time on compiling the same ones. */
const COMPILED = path.resolve("node_modules/.cache/node-compile");

/**
 * Runs an operator's command as `npm run shop` does, in a process of its own, and waits for its end.
 * @param environment of the shop; nothing of the test's own environment gets through but what a process needs
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
  // A command that reads nothing may end before everything is written.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}
