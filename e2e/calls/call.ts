import type { Scene } from "./scene.ts";

/** Allowed callers: everyone, staff by role, or another server with a signature. */
export type Access = "public" | "orders" | "owner" | "signed";

export interface Call {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The pattern in app/routes.ts. */
  readonly pattern: string;
  /** Replaces the pattern's parameters: existing ids, except for the last parameter of unknown ids. */
  readonly path?: (scene: Scene) => string;
  readonly access: Access;
  /** The cookie of an allowed caller; default: from the access. */
  readonly cookie?: (scene: Scene) => string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A valid body; absent = the call takes none. */
  readonly body?: (scene: Scene) => Readonly<Record<string, unknown>>;
  /** Invalid values by field path in the body ("customizations.0.optionId"). */
  readonly fields?: Readonly<Record<string, readonly unknown[]>>;
  /** Invalid values by query parameter; a call with this also rejects other and repeated parameters. */
  readonly query?: Readonly<Record<string, readonly string[]>>;
  /** Well formed, but for a record that this caller does not own or that has changed: the expected status and the body or path. */
  readonly refused?: (scene: Scene) => readonly Refused[];
}

export interface Refused {
  readonly status: number;
  readonly path?: string;
  readonly body?: unknown;
  readonly cookie?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An id that does not exist. */
export const UNKNOWN = "00000000-0000-4000-8000-000000000000";

export const get = (pattern: string, more: Partial<Call> = {}): Call => ({ method: "GET", pattern, access: "public", ...more });
