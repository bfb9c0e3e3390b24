import { render } from "@react-email/render";
import type { MailContent } from "#app/data/mail-outbox.server.ts";
import type { MailKind, OrderMailData } from "./mail-content.server.ts";
import { mailText } from "./mail-content-text.server.ts";
import { MailTicket } from "./mail-content-ticket.server.tsx";
import { mailWords } from "./mail-content-words.server.ts";

/** Subject, HTML and plain text of one mail, from its snapshot alone. */
export async function renderMail(kind: MailKind, data: OrderMailData): Promise<MailContent> {
  const words = mailWords(kind, data);
  return {
    subject: words.subject,
    html: await render(<MailTicket words={words} data={data} />),
    text: mailText(words, data),
  };
}
