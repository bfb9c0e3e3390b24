import { createContext } from "react-router";
import type { Logger } from "pino";
import type { Db } from "#app/platform/db/database.server.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import type { EmailTransportSource } from "#app/mail/gateway/transport.server.ts";
import type { Jobs } from "#app/platform/jobs/jobs.server.ts";
import type { MediaStore } from "#app/media/gateway/media-store.server.ts";
import type { SecretBox } from "#app/platform/secret-box.server.ts";
import type { PaymentsSource } from "#app/payments/workflows/payments-source.server.ts";
import type { Env } from "./env.server.ts";

/** What the process owns once and every request uses; made in server/services.ts, handed to routes through `servicesContext`. */
export interface Services {
  readonly env: Env;
  readonly db: Db;
  readonly log: Logger;
  readonly jobs: Jobs;
  readonly media: MediaStore;
  /** The gateway for the keys that are set right now (the simulator's when there are none). */
  readonly payments: PaymentsSource;
  readonly email: EmailTransportSource;
  /** Seals and opens secret settings. */
  readonly secrets: SecretBox;
  /** Derived from APP_SECRET; signs cookies. */
  readonly cookieSecret: string;
  /** Version of this build, for GET /api/version. */
  readonly appVersion: string;
  /** A sentence for staff about what a person has to do so that the shop can go on (a disk is full); null when all is well. */
  readonly problemForStaff: () => string | null;
  readonly now: () => Date;
}

export const servicesContext = createContext<Services>();

export interface RequestInfo {
  readonly id: string;
  /** As the browser sent it, so also in a loader: one that is asked for the page of an action's answer gets a request that says "GET". */
  readonly method: string;
  /** The socket's address, or the proxy's word for it where TRUST_PROXY says so. */
  readonly clientAddress: string;
  readonly nonce: string;
  /** The path is spelled so that another layer might read it as a different one; it names nothing. */
  readonly isDisguised?: boolean;
  /** Stops the clock of this request's body until `allowSlowBody`: nobody reads it yet. For routes that know who is sending, as is the other. */
  readonly holdBody?: () => void;
  /** Gives this request's body minutes from now to arrive, as an upload over a slow line needs. */
  readonly allowSlowBody?: () => void;
}

export const requestContext = createContext<RequestInfo>();

/** The signed-in staff member; set by the root middleware on /admin paths, null elsewhere or when nobody is signed in. */
export const staffContext = createContext<StaffUser | null>(null);
