import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid, varchar } from "drizzle-orm/pg-core";
import { instant, createdAt, version, id, textList } from "#app/platform/db/columns.ts";

export const users = pgTable(
  "users",
  {
    id: id(),
    email: text("email").notNull(),
    name: text("name").notNull(),
    passwordHash: text("password_hash").notNull(),
    roles: textList("roles"),
    isDisabled: boolean("is_disabled").notNull().default(false),
    /** False until the person has followed their invitation: nobody knows the password of the stored hash. */
    hasPassword: boolean("has_password").notNull().default(true),
    /** Sealed secret of the one-time codes; asked for at sign-in once `totpSince` says that a code of it was seen. */
    totpSecret: text("totp_secret"),
    totpSince: instant("totp_since"),
    /** The last half minute whose code was used: a code counts once. */
    totpLastStep: bigint("totp_last_step", { mode: "number" }),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex("users_email_key").on(sql`lower(${t.email})`)],
);

/** Staff sessions. Only the SHA-256 of the random token is stored. */
export const sessions = pgTable(
  "sessions",
  {
    /** Names it to people who may end it; opens nothing. */
    id: uuid("id").notNull().unique().defaultRandom(),
    tokenHash: text("token_hash").primaryKey(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
    lastSeenAt: instant("last_seen_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    /** When its user last gave their password; null = at the sign-in. */
    confirmedAt: instant("confirmed_at"),
    userAgent: text("user_agent").notNull().default(""),
    /** Something hangs on it that outlives its time and ends with its sign-out: a device that is told of orders. */
    isKept: boolean("is_kept").notNull().default(false),
  },
  (t) => [index("sessions_user_idx").on(t.userId)],
);

/** Links that set a password, sent by mail or handed over. Only the SHA-256 of the token is stored; a link works once. */
export const passwordLinks = pgTable(
  "password_links",
  {
    tokenHash: text("token_hash").primaryKey(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    expiresAt: instant("expires_at").notNull(),
    createdAt: createdAt(),
  },
  (t) => [index("password_links_user_idx").on(t.userId)],
);

/** Codes that stand in for a lost device, each once; only hashes. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    codeHash: text("code_hash").notNull(),
    usedAt: instant("used_at"),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);

/** Passkeys (WebAuthn credentials); `id` and `publicKey` in base64url. */
export const passkeys = pgTable(
  "passkeys",
  {
    id: text("id").primaryKey(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    publicKey: text("public_key").notNull(),
    /** Signatures so far, as the device counts them; 0 for devices that do not. */
    counter: bigint("counter", { mode: "number" }).notNull().default(0),
    transports: textList("transports"),
    createdAt: createdAt(),
    lastUsedAt: instant("last_used_at"),
  },
  (t) => [index("passkeys_user_idx").on(t.userId)],
);

/** Counters of rate-limiter-flexible; the column names are that library's. */
export const rateLimits = pgTable("rate_limits", {
  key: varchar("key", { length: 255 }).primaryKey(),
  points: integer("points").notNull().default(0),
  expire: bigint("expire", { mode: "number" }),
});

/** How often sign-ins, origins and what is over a limit were refused, by the hour. */
export const refusals = pgTable(
  "refusals",
  {
    hour: instant("hour").notNull(),
    kind: text("kind").notNull(),
    count: integer("count").notNull(),
  },
  (t) => [primaryKey({ columns: [t.hour, t.kind] })],
);

/** Append-only: who changed what. Secrets stand as "changed". */
export const auditLog = pgTable(
  "audit_log",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant("at").notNull().defaultNow(),
    userId: integer("user_id"),
    userName: text("user_name").notNull(),
    action: text("action").notNull(),
    subject: text("subject").notNull(),
    /** What kind of record it was done to ("category"), and which ones; null in rows of acts on no record. */
    subjectKind: text("subject_kind"),
    subjectIds: text("subject_ids").array(),
    before: jsonb("before"),
    after: jsonb("after"),
    /** The row that this one has taken back. */
    undoes: bigint("undoes", { mode: "number" }).unique(),
  },
  (t) => [index("audit_log_at_idx").on(t.at), index("audit_log_subject_idx").using("gin", t.subjectIds)],
);
