import { createContext, type RouterContextProvider } from "react-router";
import type { Logger } from "pino";
import { isReplicaLost } from "#app/platform/db/database-errors.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { Replica } from "#app/platform/db/replica/replica.server.ts";
import type { DemoTools } from "#app/checkout/workflows/remove-demo.server.ts";
import type { ErasureTools } from "#app/orders/workflows/customers/erase-customer.server.ts";
import type { ApiScope } from "#app/staff/domain/api-token.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import type { EmailTransportSource } from "#app/mail/gateway/transport.server.ts";
import type { Jobs } from "#app/platform/jobs/jobs.server.ts";
import type { MediaStore } from "#app/media/gateway/media-store.server.ts";
import type { SecretBox } from "#app/platform/secret-box.server.ts";
import type { PaymentsSource } from "#app/payments/workflows/payments-source.server.ts";
import type { Env } from "./env.server.ts";

/** Per-process services, created in server/services.ts and passed to routes in `servicesContext`. */
export interface Services {
  readonly env: Env;
  readonly db: Db;
  /** For `readDb`; null without DATABASE_READ_URL. */
  readonly replica: Replica | null;
  readonly log: Logger;
  readonly jobs: Jobs;
  readonly media: MediaStore;
  /** The payment gateway for the current keys (simulator without keys). */
  readonly payments: PaymentsSource;
  readonly email: EmailTransportSource;
  /** Seals and opens secret settings. */
  readonly secrets: SecretBox;
  /** Derived from APP_SECRET; signs cookies. */
  readonly cookieSecret: string;
  /** Version of this build, for GET /api/version. */
  readonly appVersion: string;
  /** A message for staff about an operator task (disk full); null if healthy. */
  readonly problemForStaff: () => string | null;
  /** For the removal of the demo. */
  readonly demoTools: DemoTools;
  /** For the erasure of customers. */
  readonly erasure: ErasureTools;
  readonly now: () => Date;
}

export const servicesContext = createContext<Services>();

/** How a request reads from the replica. */
export interface ReplicaReads {
  readonly db: Db;
  /** Becomes true when a read failed that may succeed on the primary. */
  isLost: boolean;
}

/** Set by the edge when this request may read from the replica. */
export const replicaContext = createContext<ReplicaReads | null>(null);

/**
 * The replica if this request has one, else the primary: for lists, reports and search of staff. Never for cached data, data that a live
 * page reloads after a notification, stock and orders that a decision needs, sessions or permissions.
 */
export function readDb(context: Readonly<RouterContextProvider>): Db {
  return context.get(replicaContext)?.db ?? context.get(servicesContext).db;
}

/** Lets the edge repeat a request whose replica was lost (docs/decisions/0026-read-replica.md). */
export function noteLostReplica(context: Readonly<RouterContextProvider>, error: unknown): void {
  const reads = context.get(replicaContext);
  if (reads !== null && isReplicaLost(error)) reads.isLost = true;
}

export interface RequestInfo {
  readonly id: string;
  /** The method as sent: a loader that renders an action's response sees "GET". */
  readonly method: string;
  /** The socket's address, or the proxy's value with TRUST_PROXY. */
  readonly clientAddress: string;
  readonly nonce: string;
  /** An ambiguous path spelling; matches nothing. */
  readonly isDisguised?: boolean;
  /** The shop is not open yet; a staff member previews it. */
  readonly isBeforeOpening?: boolean;
  /** Suspends the body timeout until `allowSlowBody`. For routes that identify the sender. */
  readonly holdBody?: () => void;
  /** Extends the body timeout to minutes, for uploads. */
  readonly allowSlowBody?: () => void;
}

export const requestContext = createContext<RequestInfo>();

/** The scopes of this request's API token; null = a user sent it. */
export const tokenScopesContext = createContext<readonly ApiScope[] | null>(null);

/** The signed-in user; set by root middleware on /admin, else null. */
export const staffContext = createContext<StaffUser | null>(null);
