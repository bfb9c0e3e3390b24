import { firstError, readForm } from "#app/http/answers/read-form.server.ts";
import type { Services } from "#app/http/context.server.ts";
import { MY_ORDERS_MAIL } from "#app/mail/domain/email.ts";
import { testMailWords } from "#app/mail/domain/test-mail.ts";
import { sendTestMail } from "#app/mail/workflows/send-test-mail.server.tsx";
import {
  emailsQuery,
  FIRST_WORDS,
  mailTemplates,
  mailTemplateSchema,
  placeholdersOf,
  snapshotWords,
  TEMPLATE_KINDS,
  templateLabel,
  type MailTemplate,
  type TemplateKind,
} from "#app/orders/domain/mail/mail-template.schema.ts";
import { sampleMail } from "#app/orders/domain/mail/sample-mail.ts";
import { changeMailWords, wordsSeal } from "#app/orders/workflows/mail/change-mail-words.server.ts";
import { writeMyOrdersExample } from "#app/orders/workflows/mail/my-orders-mail.server.tsx";
import { writeOrderMail } from "#app/orders/workflows/mail/order-mail.server.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import { fieldText } from "#app/values/form.ts";

/** The kinds of emails, and one of them with its texts and preview. */
export async function readEmails({ db, env }: Services, kind: TemplateKind) {
  const settings = await readSettings(db);
  const own = mailTemplates(settings.MAIL_WORDS);
  return {
    kind,
    title: templateLabel(kind),
    kinds: TEMPLATE_KINDS.map((each) => ({ kind: each, label: templateLabel(each), isOwn: own[each] !== undefined })),
    words: own[kind] ?? FIRST_WORDS[kind],
    isOwn: own[kind] !== undefined,
    isAboutOrder: kind !== MY_ORDERS_MAIL,
    placeholders: placeholdersOf(kind),
    seen: wordsSeal(settings.MAIL_WORDS, kind),
    letter: await exampleOf(kind, own[kind], settings, env.publicUrl),
  };
}

export interface EmailsAnswer {
  /** "shown": a preview of the input, nothing is saved. "lost": the browser is offline. */
  readonly kind: "saved" | "shown" | "refused" | "told" | "lost";
  readonly message: string;
  readonly errors: Readonly<Record<string, string>>;
  /** The preview of the email with the current input. */
  readonly letter: { readonly subject: string; readonly html: string } | null;
}

/** `intent`: standard (remove the custom texts), show, send (to the user), or none: save. */
export async function answerEmails(
  services: Services,
  user: StaffUser,
  form: FormData,
): Promise<{ readonly answer: EmailsAnswer; readonly status: number }> {
  const { kind } = emailsQuery.parse({ kind: form.get("kind") });
  const settings = await readSettings(services.db);
  const seen = fieldText(form, "seen") ?? "";
  const actor = { userId: user.id, userName: user.name };
  const intent = form.get("intent");
  if (intent === "standard") {
    return saved(await changeMailWords(services, { kind, words: null, seen }, actor), "The standard words are back.");
  }
  const typed = { subject: fieldText(form, "subject"), heading: fieldText(form, "heading"), text: fieldText(form, "text") };
  const read = readForm(typed, mailTemplateSchema(kind));
  if (!read.ok) return { answer: { kind: "refused", message: firstError(read.error), errors: read.error, letter: null }, status: 422 };
  if (intent !== "show" && intent !== "send") {
    const outcome = await changeMailWords(services, { kind, words: read.value, seen }, actor);
    return saved(outcome, "Saved. Emails from now on have these words.");
  }
  const letter = await exampleOf(kind, read.value, settings, services.env.publicUrl);
  if (intent === "show" || letter === null)
    return { answer: { kind: "shown", message: "The preview shows these words.", errors: {}, letter }, status: 200 };
  const outcome = await sendTestMail(services, user, letter);
  const status = outcome.kind === "too-many" ? 429 : 200;
  return { answer: { kind: "told", message: testMailWords(outcome, user.email), errors: {}, letter }, status };
}

function saved(outcome: "saved" | "conflict", message: string): { readonly answer: EmailsAnswer; readonly status: number } {
  if (outcome === "saved") return { answer: { kind: "saved", message, errors: {}, letter: null }, status: 200 };
  const sentence = "Another staff member has changed these words meanwhile. Yours are still here: copy them, then reload the page.";
  return { answer: { kind: "refused", message: sentence, errors: {}, letter: null }, status: 409 };
}

function exampleOf(kind: TemplateKind, words: MailTemplate | undefined, settings: Settings, publicUrl: string) {
  if (kind === MY_ORDERS_MAIL) return writeMyOrdersExample(settings, publicUrl, words);
  return writeOrderMail(kind, {
    ...sampleMail(kind, settings, publicUrl),
    ...(words === undefined ? {} : { words: snapshotWords(words) }),
  });
}
