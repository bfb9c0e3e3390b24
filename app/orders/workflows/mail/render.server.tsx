import { render } from "@react-email/render";
import type { MailContent } from "#app/mail/data/mail-outbox.server.ts";
import type { MailKind, OrderMailData } from "./order-mail.server.ts";
import { mailText } from "./text.server.ts";
import { MailTicket } from "./ticket.server.tsx";
import { mailWords } from "./words.server.ts";

/** Mail programs cut long mails off; ours stay far below. */
const MAX_HTML_BYTES = 40 * 1024;

/** Subject, HTML and plain text of one mail, from its snapshot alone. */
export async function renderMail(kind: MailKind, data: OrderMailData): Promise<MailContent> {
  const words = mailWords(kind, data);
  let shownItems = data.items.length;
  for (;;) {
    const html = await render(<MailTicket words={words} data={data} shownItems={shownItems} />);
    if (shownItems === 0 || Buffer.byteLength(html) <= MAX_HTML_BYTES) return { subject: words.subject, html, text: mailText(words, data) };
    shownItems = Math.floor(shownItems / 2);
  }
}
