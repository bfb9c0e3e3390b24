import type { Scene } from "./scene.ts";

/** Who may call: anybody, staff by role, or another server that signs what it sends. */
export type Access = "public" | "orders" | "owner" | "signed";

export interface Call {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** As app/routes.ts has it. */
  readonly pattern: string;
  /** In place of the pattern's parameters: something that exists, except for the last parameter of unknown ids. */
  readonly path?: (scene: Scene) => string;
  readonly access: Access;
  /** The cookie of who may call; from the access unless given. */
  readonly cookie?: (scene: Scene) => string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A body that would be carried out; absent = the call takes none. */
  readonly body?: (scene: Scene) => Readonly<Record<string, unknown>>;
  /** Wrong values by the place of the field in the body ("customizations.0.optionId"). */
  readonly fields?: Readonly<Record<string, readonly unknown[]>>;
  /** Wrong values by query parameter; a call with this refuses other and repeated parameters too. */
  readonly query?: Readonly<Record<string, readonly string[]>>;
  /** Well formed, but of something this caller does not have or that has changed since: the expected status and the body or path. */
  readonly refused?: (scene: Scene) => readonly Refused[];
}

export interface Refused {
  readonly status: number;
  readonly path?: string;
  readonly body?: unknown;
  readonly cookie?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An id that nothing has. */
export const UNKNOWN = "00000000-0000-4000-8000-000000000000";

export const get = (pattern: string, more: Partial<Call> = {}): Call => ({ method: "GET", pattern, access: "public", ...more });
