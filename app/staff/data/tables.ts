import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid, varchar } from "drizzle-orm/pg-core";
import { instant, createdAt, updatedAt, version, id, textList } from "#app/platform/db/columns.ts";

export const users = pgTable(
  "users",
  {
    id: id(),
    email: text("email").notNull(),
    name: text("name").notNull(),
    passwordHash: text("password_hash").notNull(),
    roles: textList("roles"),
    isDisabled: boolean("is_disabled").notNull().default(false),
    /** False until the invitation was used: the stored hash has an unknown password. */
    hasPassword: boolean("has_password").notNull().default(true),
    /** Encrypted TOTP secret; required at sign-in once `totpSince` is set. */
    totpSecret: text("totp_secret"),
    totpSince: instant("totp_since"),
    /** Last used time step: a code works once. */
    totpLastStep: bigint("totp_last_step", { mode: "number" }),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex("users_email_key").on(sql`lower(${t.email})`)],
);

/** Custom roles. Accounts name one in `users.roles` as "own-12". */
export const staffRoles = pgTable(
  "staff_roles",
  {
    id: id(),
    name: text("name").notNull(),
    /** Ids of permissions; unknown ones grant nothing. */
    permissions: textList("permissions"),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  // Names are far shorter; every stored value fits into the index.
  (t) => [uniqueIndex("staff_roles_name_key").on(sql`lower(left(${t.name}, 200))`)],
);

/** Staff sessions. Only the SHA-256 of the token is stored. */
export const sessions = pgTable(
  "sessions",
  {
    /** Public id for ending it; grants nothing. */
    id: uuid("id").notNull().unique().defaultRandom(),
    tokenHash: text("token_hash").primaryKey(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
    lastSeenAt: instant("last_seen_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    /** Last password confirmation; null: only the sign-in. */
    confirmedAt: instant("confirmed_at"),
    userAgent: text("user_agent").notNull().default(""),
    /** Opened with two factors: a password and a code, or a passkey. */
    hasSecondFactor: boolean("has_second_factor").notNull().default(false),
    /** Keeps the session beyond its timeout until sign-out: it has a push device. */
    isKept: boolean("is_kept").notNull().default(false),
  },
  (t) => [index("sessions_user_idx").on(t.userId)],
);

/** Password links. Only the SHA-256 of the token is stored; used once. */
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

/** Recovery codes, used once; only hashes. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    codeHash: text("code_hash").notNull(),
    usedAt: instant("used_at"),
    /** Of 124 bits; those of earlier versions may be shorter. */
    isLong: boolean("is_long").notNull().default(false),
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
    /** Signature counter of the device; 0 if unsupported. */
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

/** Hourly counts of refused sign-ins, origins and limits. */
export const refusals = pgTable(
  "refusals",
  {
    hour: instant("hour").notNull(),
    kind: text("kind").notNull(),
    count: integer("count").notNull(),
  },
  (t) => [primaryKey({ columns: [t.hour, t.kind] })],
);

/** Append-only: every change with its user. Secrets are stored as "changed". */
export const auditLog = pgTable(
  "audit_log",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant("at").notNull().defaultNow(),
    userId: integer("user_id"),
    userName: text("user_name").notNull(),
    action: text("action").notNull(),
    subject: text("subject").notNull(),
    /** Record kind ("category") and ids; null without a record. */
    subjectKind: text("subject_kind"),
    subjectIds: text("subject_ids").array(),
    before: jsonb("before"),
    after: jsonb("after"),
    /** The entry that this one undid. */
    undoes: bigint("undoes", { mode: "number" }).unique(),
  },
  (t) => [
    index("audit_log_at_idx").on(t.at),
    index("audit_log_action_idx").on(t.action, t.at),
    index("audit_log_subject_idx").using("gin", t.subjectIds),
  ],
);

/** API tokens. Only the SHA-256 is stored. A token ends with its creator's account. */
export const apiTokens = pgTable(
  "api_tokens",
  {
    id: id(),
    name: text("name").notNull(),
    tokenHash: text("token_hash").notNull().unique(),
    scopes: textList("scopes"),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
    expiresAt: instant("expires_at").notNull(),
    lastUsedAt: instant("last_used_at"),
    revokedAt: instant("revoked_at"),
  },
  (t) => [index("api_tokens_user_idx").on(t.userId)],
);
