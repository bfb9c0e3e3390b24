import { styleText } from "node:util";
import { causesOf, failureSentence } from "./failure-sentence.ts";
import { passwordLinkUrl } from "#app/http/staff/password-mail.server.tsx";
import type { FirstAdmin } from "#app/staff/workflows/ensure-admin.server.ts";
import { INVITATION_HOURS } from "#app/staff/workflows/password-links.server.ts";
import type { Env } from "#app/http/env.server.ts";
import type { Shop } from "./boot.ts";

/** Start messages for the terminal; logs go to stdout as JSON. */
export function printProgress(step: string): void {
  console.error(`${styleText("dim", "  ·")} ${step}`);
}

export function printProblem(title: string, lines: readonly string[]): void {
  console.error(`\n${styleText(["red", "bold"], title)}`);
  for (const line of lines) console.error(`  - ${line}`);
  console.error("");
}

const MAX_TEXT = 500;

/**
 * The operator's remedy for an error, if known, otherwise its causes, the innermost first; shortened, because a failed query contains its
 * SQL.
 */
export function explain(error: unknown): string[] {
  const causes = causesOf(error).toReversed();
  const messages = causes.map((cause) => (cause instanceof Error ? cause.message : String(cause)));
  const lines = [failureSentence(causes[0]) ?? "", ...messages].map((line) => line.slice(0, MAX_TEXT));
  return [...new Set(lines)].filter((line) => line !== "");
}

export function printBanner(shop: Pick<Shop, "url" | "firstAdmin">, env: Env): void {
  const rows = [
    `Shop    ${shop.url}/`,
    `Admin   ${shop.url}/admin`,
    ...(shop.firstAdmin === null
      ? ["Sign in with your account; forgotten: npm run shop -- admin reset-password"]
      : [`Sign in ${shop.firstAdmin.email}${howToSignIn(shop.firstAdmin, env)}`]),
  ];
  console.error(`\n${styleText(["green", "bold"], "  Shopbell is open.")}\n`);
  for (const row of rows) console.error(`  ${row}`);
  console.error(
    styleText("dim", `\n  Data in ${env.databaseUrl === null ? env.dataDir : "the database of DATABASE_URL"}. Ctrl-C ends it.\n`),
  );
}

function howToSignIn({ password, linkToken }: FirstAdmin, { publicUrl }: Env): string {
  if (linkToken !== null)
    return `: set the password within ${INVITATION_HOURS} hours, once, at ${passwordLinkUrl(publicUrl, { token: linkToken })}`;
  return password === null ? " with your ADMIN_PASSWORD" : `  password ${password}  (shown only this once)`;
}
