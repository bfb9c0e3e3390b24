import fs from "node:fs";
import { send, type Answer, type Sent } from "#e2e/calls/send.ts";
import { throwDiceFor } from "#test/torture/size.ts";
import type { Door } from "./shots.ts";

export interface Storm {
  readonly statuses: ReadonlyMap<number, number>;
  /** 5xx responses and requests without a response, with the request. */
  readonly findings: readonly string[];
  readonly slowestMs: number;
  readonly slowest: string;
}

const AT_ONCE = 4;
/**
 * Upload routes return 503 with Retry-After while concurrent ones are read: a limit, not a failure. Other entry points have no such limit.
 */
function isFailure({ isUpload }: Door, { status, headers }: Answer): boolean {
  return status >= 500 && !(isUpload && status === 503 && headers["retry-after"] !== undefined);
}

interface StormOptions {
  readonly seed: number;
  /** Requests per entry point. */
  readonly count: number;
  /** Opens a session, and another one when the storm has ended it. */
  readonly cookie: () => Promise<string>;
  readonly before: () => Promise<void>;
  readonly after?: () => void;
}

/** The same requests per entry point, independent of the other entry points; `before` and `after` run for each. */
export async function shoot(url: string, doors: readonly Door[], options: StormOptions): Promise<Storm> {
  const statuses = new Map<number, number>();
  const findings: string[] = [];
  let [slowestMs, slowest] = [0, ""];
  for (const door of doors) {
    await options.before();
    let cookie = await options.cookie();
    let next = 0;
    const one = async () => {
      while (next < options.count) {
        const shot = next++;
        const dice = throwDiceFor(`${door.name}, shot ${shot}`, options.seed);
        const drawn = door.draw(dice);
        const sent = door.isForStaff && dice.chance(98) ? { ...drawn, headers: { ...drawn.headers, Cookie: cookie } } : drawn;
        const startedAt = performance.now();
        const answer = await send(url, sent).catch((error: unknown) => String(error));
        const tookMs = performance.now() - startedAt;
        if (tookMs > slowestMs) [slowestMs, slowest] = [tookMs, door.name];
        if (typeof answer === "string") findings.push(`${door.name}, shot ${shot}: ${answer}; sent ${shown(sent)}`);
        else {
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
          if (isFailure(door, answer))
            findings.push(`${door.name}, shot ${shot}: ${answer.status} ${answer.text.slice(0, 200)}; sent ${shown(sent)}`);
          if (door.isForStaff && hasEnded(answer)) cookie = await options.cookie();
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, one));
    options.after?.();
  }
  return { statuses, findings, slowestMs, slowest };
}

function hasEnded({ status, headers }: Answer): boolean {
  return status === 401 || (headers.location ?? "").includes("/admin/login");
}

function shown({ method, path, headers, body }: Sent): string {
  const { Cookie: _cookie, ...others } = headers ?? {};
  return `${method} ${path.slice(0, 300)} ${JSON.stringify(others)} ${JSON.stringify(body === undefined ? "" : Buffer.from(body).toString("latin1").slice(0, 600))}`;
}

/** Resident memory of a process, in megabytes. */
export function memoryOf(pid: number): number {
  const [, kilobytes = "0"] = /^VmRSS:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}
