import { ROLES } from "#app/staff/domain/user.ts";
import type { Command, CommandOption } from "#server/cli/command.ts";

const json: CommandOption = { type: "boolean", about: "print the result as JSON" };
const password: CommandOption = {
  type: "string",
  value: "PASSWORD",
  about: "12 to 128 characters; - reads it from standard input; without it one is made and printed once",
};

/** Every command, in the order of the list. */
export const COMMANDS: readonly Command[] = [
  {
    words: "admin create",
    takes: "--email ADDRESS --name NAME --role ROLE [--password PASSWORD]",
    summary: "make an account for a member of staff",
    about: "A super-admin may do everything; what each role opens is in docs/rules/roles.md.",
    options: {
      email: { type: "string", value: "ADDRESS", about: "what they sign in with" },
      name: { type: "string", value: "NAME", about: "how colleagues see them" },
      role: { type: "string", value: "ROLE", about: ROLES.join(", ") },
      password,
      json,
    },
    positionals: [0, 0],
    load: async () => (await import("./admin.ts")).createAdmin,
  },
  {
    words: "admin reset-password",
    takes: "--email ADDRESS [--password PASSWORD]",
    summary: "give an account a new password",
    about: "Ends every session of the account: whoever uses it has to sign in again.",
    options: { email: { type: "string", value: "ADDRESS", about: "the account's address" }, password, json },
    positionals: [0, 0],
    load: async () => (await import("./admin.ts")).resetAdminPassword,
  },
  {
    words: "settings list",
    takes: "[--json]",
    summary: "all site settings with their values",
    about: 'Secrets are never shown, only whether they are set. "unreadable" = sealed with another APP_SECRET: enter it again.',
    options: { json },
    positionals: [0, 0],
    load: async () => (await import("./settings.ts")).listAllSettings,
  },
  {
    words: "settings get",
    takes: "KEY [--json]",
    summary: "one site setting",
    about: "Prints the value as the settings form shows it; of a secret only whether it is set.",
    options: { json },
    positionals: [1, 1],
    load: async () => (await import("./settings.ts")).getSetting,
  },
  {
    words: "settings set",
    takes: "KEY VALUE [--yes]",
    summary: "change one site setting",
    about:
      'The value is checked as the settings form checks it. "" takes the setting back to its default and forgets a secret; - reads the value ' +
      "from standard input, so that a secret does not stay in the history of the shell. A value that begins with a dash goes behind --. A Stripe secret key is shown to Stripe first.",
    options: { yes: { type: "boolean", about: "save a live key, or one that Stripe could not be asked about" }, json },
    positionals: [2, 2],
    load: async () => (await import("./settings.ts")).setSetting,
  },
  {
    words: "config export",
    takes: "[FILE] [--codes]",
    summary: "settings, templates, pages, menus and promotions as one file (JSON)",
    about: "To standard output without FILE. Keys and passwords are never in it.",
    options: { codes: { type: "boolean", about: "with the codes of coupon sets, which are worth money" } },
    positionals: [0, 1],
    load: async () => (await import("./config.ts")).exportConfig,
  },
  {
    words: "config import",
    takes: "FILE [--dry-run]",
    summary: "change settings, templates, pages, menus and promotions to what a file says",
    about:
      "Prints every change first. What the file leaves out stays as it is; reading it again changes nothing. A file with a mistake changes nothing.",
    options: { "dry-run": { type: "boolean", about: "only say what would change" }, json },
    positionals: [1, 1],
    load: async () => (await import("./config.ts")).importConfig,
  },
  {
    words: "import",
    takes: "FILE [--dry-run]",
    summary: "bring a product file (CSV) into the catalogue",
    about:
      "Reads product exports of Shopify and WooCommerce and any table with a name and a price; - reads from standard input. Reading the same file " +
      "again changes nothing. Broken rows are reported with their line and the rest goes in.",
    options: {
      "dry-run": { type: "boolean", about: "only say what would change" },
      "no-pictures": { type: "boolean", about: "do not fetch the pictures that the file names" },
      json,
    },
    positionals: [1, 1],
    load: async () => (await import("./import.ts")).importProducts,
  },
  {
    words: "import-undo",
    takes: "NUMBER",
    summary: "take a whole import back",
    about: "Products it made go to the bin, changed ones get their earlier values. What somebody has changed since stays and is named.",
    options: { json },
    positionals: [1, 1],
    load: async () => (await import("./import.ts")).undoImportedProducts,
  },
  {
    words: "export",
    takes: "[FILE]",
    summary: "all products as a product file (CSV)",
    about: "To standard output without FILE. Importing the file changes nothing.",
    options: {},
    positionals: [0, 1],
    load: async () => (await import("./export.ts")).exportProducts,
  },
  {
    words: "backup",
    takes: "FILE",
    summary: "everything in the shop into one file",
    about:
      "FILE may be in a bucket: s3://bucket/shop.backup?region=… (and endpoint=… for others than Amazon), with AWS_ACCESS_KEY_ID and " +
      "AWS_SECRET_ACCESS_KEY. Works while the shop runs and sees all tables at one instant. Pictures of the data directory are included, those of a bucket " +
      "(MEDIA_URL) are not. The file is read again and compared before it gets its name. It holds customers' data and, sealed, the shop's " +
      "keys; APP_SECRET (or the file app-secret of the data directory) opens them and is not in it: keep a copy of that elsewhere.",
    options: { json },
    positionals: [1, 1],
    load: async () => (await import("./backup.ts")).makeBackup,
  },
  {
    words: "restore",
    takes: "FILE [--check]",
    summary: "bring a backup into an empty database",
    about:
      "FILE may be in a bucket, as for backup. The whole file is checked first. Everything comes back or nothing: a database that holds anything is left alone, so use a new DATA_DIR " +
      "(or an empty database in DATABASE_URL). A backup of an older version is brought up to date.",
    options: { check: { type: "boolean", about: "only check the file; no database is touched" }, json },
    positionals: [1, 1],
    load: async () => (await import("./restore.ts")).restoreBackup,
  },
  {
    words: "reconcile",
    takes: "[--json]",
    summary: "look after unfinished payments once",
    about: "What the running shop does every minute: finds payments that no browser and no webhook has finished, and finishes them.",
    options: { json },
    positionals: [0, 0],
    load: async () => (await import("./reconcile.ts")).reconcileOnce,
  },
  {
    words: "audit",
    takes: "[--days N] [--without-provider] [--json]",
    summary: "add up every order again and say what does not add up",
    about:
      "Reads the tables and the provider's ledger and changes nothing. Recomputes lines, offers, tax, payments, refunds, uses, history, emails, the dashboard's " +
      "days and every file (CSV) with amounts with arithmetic of its own. Exit 1 when something does not add up. Orders that change while it runs may differ from the provider: run it again.",
    options: {
      days: { type: "string", value: "N", about: "orders begun in the last N days; 90 without it" },
      "without-provider": { type: "boolean", about: "do not ask the payment provider" },
      json,
    },
    positionals: [0, 0],
    load: async () => (await import("./audit.ts")).auditShop,
  },
  {
    words: "seed",
    takes: "",
    summary: "fill an empty shop with the demo shop",
    about: "Accounts of staff may exist; a shop with any content, order or setting is left alone.",
    options: {},
    positionals: [0, 0],
    load: async () => (await import("./seed.ts")).seedShop,
  },
  {
    words: "remove-demo",
    takes: "[--yes]",
    summary: "remove the content of the demo shop and keep settings, staff and look",
    about:
      "Prints what would go. With --yes it makes a backup in BACKUP_DIR (or the folder backups of the data directory) and removes all products, promotions, " +
      "pages, pictures, orders and customers, also those added since the demo. Refuses while orders are open and when real money was taken.",
    options: { yes: { type: "boolean", about: "make the backup and remove the content" } },
    positionals: [0, 0],
    load: async () => (await import("./remove-demo.ts")).removeDemoContent,
  },
  {
    words: "secret rotate",
    takes: "[--from OLD] [--to NEW]",
    summary: "seal the stored secrets with a new APP_SECRET",
    about:
      "The shop must be stopped. Afterwards everybody has to sign in again and open carts are gone. With a secret of its own in the data " +
      "directory, the shop makes the new one and keeps it there; where APP_SECRET is set, both are given and APP_SECRET is changed by you.",
    options: {
      from: { type: "string", value: "OLD", about: "the secret until now; without it the one the shop has" },
      to: { type: "string", value: "NEW", about: "at least 32 characters of random text; - reads it from standard input" },
      json,
    },
    positionals: [0, 0],
    load: async () => (await import("./rotate-secret.ts")).rotateSecret,
  },
];
