import { mailTemplates, storedTemplates, type MailTemplate, type TemplateKind } from "#app/orders/domain/mail/mail-template.schema.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import type { SecretBox } from "#app/platform/secret-box.server.ts";
import { lockSettings } from "#app/store/data/settings-lock.server.ts";
import { readSettings, writeSettings, type SettingsActor } from "#app/store/data/site-settings.server.ts";
import { stableHash } from "#app/values/stable-hash.ts";

/** Identifies the texts that a form shows, so that saving replaces no others. */
export function wordsSeal(stored: string, kind: TemplateKind): string {
  return stableHash(JSON.stringify(mailTemplates(stored)[kind] ?? null));
}

/**
 * Stores the shop's own texts for one kind of email; null = the standard ones. Emails that are already stored keep theirs. "conflict":
 * another staff member has changed these texts since `seen`.
 */
export async function changeMailWords(
  { db, secrets }: Pick<WorkflowServices, "db"> & { readonly secrets: SecretBox },
  change: { readonly kind: TemplateKind; readonly words: MailTemplate | null; readonly seen: string },
  actor: SettingsActor,
): Promise<"saved" | "conflict"> {
  return inTransaction(db, async (tx) => {
    await lockSettings(tx);
    const { MAIL_WORDS } = await readSettings(tx);
    if (wordsSeal(MAIL_WORDS, change.kind) !== change.seen) return "conflict";
    const { [change.kind]: _replaced, ...others } = storedTemplates(MAIL_WORDS);
    const all = change.words === null ? others : { ...others, [change.kind]: change.words };
    await writeSettings(tx, secrets, { MAIL_WORDS: Object.keys(all).length === 0 ? null : JSON.stringify(all) }, actor);
    return "saved";
  });
}
