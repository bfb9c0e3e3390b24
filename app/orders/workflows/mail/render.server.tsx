import { render } from "@react-email/render";
import { mailText } from "./text.server.ts";
import { MailTicket } from "./ticket.server.tsx";
import { mailWords } from "./words.server.ts";
import type { MailKind, OrderMailData } from "#app/orders/domain/mail/order-mail.ts";
import type { Letter } from "#app/mail/domain/letter.ts";

/** Mail programs cut long mails off; ours stay far below. */
const MAX_HTML_BYTES = 40 * 1024;

/** Subject, HTML and plain text of one mail, from its snapshot alone. */
export async function renderMail(kind: MailKind, snapshot: OrderMailData): Promise<Letter> {
  const data = withoutControls(snapshot);
  const words = mailWords(kind, data);
  let shownItems = data.items.length;
  for (;;) {
    const html = await render(<MailTicket words={words} data={data} shownItems={shownItems} />);
    if (shownItems === 0 || Buffer.byteLength(html) <= MAX_HTML_BYTES) return { subject: words.subject, html, text: mailText(words, data) };
    shownItems = Math.floor(shownItems / 2);
  }
}

/** Stored texts may be older than our checks: nothing in a mail is a command to a terminal or a printer. */
function withoutControls(data: OrderMailData): OrderMailData {
  const clean = (_: string, value: unknown) => (typeof value === "string" ? value.replaceAll(/\p{Cc}+/gu, " ") : value);
  return JSON.parse(JSON.stringify(data), clean) as OrderMailData;
}
