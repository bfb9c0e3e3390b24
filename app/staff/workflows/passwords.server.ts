import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { MAX_PASSWORD_LENGTH } from "#app/staff/domain/passwords/password-length.mjs";

const derive = promisify(argon2);

/** Argon2id, 19 MiB, two passes, one lane: OWASP's minimum, about 50 ms. Can be raised: hashes store their parameters. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const TAG_BYTES = 32;

/** The stored form: `$argon2id$v=19$m=…,t=…,p=…$salt$tag`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await digest(password, salt, COST);
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${salt.toString("base64url")}$${tag.toString("base64url")}`;
}

export interface PasswordCheck {
  readonly isRight: boolean;
  /** The hash has weaker parameters: rehash. */
  readonly needsRehash: boolean;
}

/** Constant time. `stored` null (unknown account) takes as long and fails. */
export async function checkPassword(password: string, stored: string | null): Promise<PasswordCheck> {
  const parts = parse(stored ?? DUMMY);
  if (parts === null) throw new Error("a stored password hash cannot be read");
  const tag = await digest(password.slice(0, MAX_PASSWORD_LENGTH + 1), parts.salt, parts.cost);
  const isRight = timingSafeEqual(tag, parts.tag) && stored !== null;
  return { isRight, needsRehash: parts.cost.memory < COST.memory || parts.cost.passes < COST.passes };
}

const DUMMY = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${Buffer.alloc(16).toString("base64url")}$${Buffer.alloc(TAG_BYTES).toString("base64url")}`;

interface Cost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

function digest(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  return derive("argon2id", {
    message: password.normalize("NFKC"),
    nonce: salt,
    memory: cost.memory,
    passes: cost.passes,
    parallelism: cost.parallelism,
    tagLength: TAG_BYTES,
  });
}

function parse(stored: string): { salt: Buffer; tag: Buffer; cost: Cost } | null {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(stored);
  if (match === null) return null;
  const [, memory, passes, parallelism, salt, tag] = match;
  return {
    salt: Buffer.from(salt ?? "", "base64url"),
    tag: Buffer.from(tag ?? "", "base64url"),
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
  };
}
