import { renderToStaticMarkup } from "react-dom/server";
import { mailText } from "./text.server.ts";
import { MailTicket } from "./ticket.server.tsx";
import { mailWords } from "./words.server.ts";
import type { MailKind, OrderMailData } from "#app/orders/domain/mail/order-mail.ts";
import type { Letter } from "#app/mail/domain/letter.ts";

/** What mail programs expect in front of a document; some draw it by the rules of twenty years ago without. */
const DOCTYPE = '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/** Mail programs cut long mails off; ours stay far below. */
const MAX_HTML_BYTES = 40 * 1024;

/** Subject, HTML and plain text of one mail, from its snapshot alone. Drawn in one go: two are written for every order, and nothing in them is waited for. */
export function renderMail(kind: MailKind, snapshot: OrderMailData): Letter {
  const data = withoutControls(snapshot);
  const words = mailWords(kind, data);
  let shownItems = data.items.length;
  for (;;) {
    const html = DOCTYPE + renderToStaticMarkup(<MailTicket words={words} data={data} shownItems={shownItems} />);
    if (shownItems === 0 || Buffer.byteLength(html) <= MAX_HTML_BYTES) return { subject: words.subject, html, text: mailText(words, data) };
    shownItems = Math.floor(shownItems / 2);
  }
}

/** As JSON writes them, or as they are. */
const CONTROLS = /\\(?:[bfnrt]|u00[01])|[\u007f-\u009f]/;

/** Stored texts may be older than our checks: nothing in a mail is a command to a terminal or a printer. */
function withoutControls(data: OrderMailData): OrderMailData {
  const text = JSON.stringify(data);
  if (!CONTROLS.test(text)) return data;
  const clean = (_: string, value: unknown) => (typeof value === "string" ? value.replaceAll(/\p{Cc}+/gu, " ") : value);
  return JSON.parse(text, clean) as OrderMailData;
}
