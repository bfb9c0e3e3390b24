import { renderToStaticMarkup } from "react-dom/server";
import { mailText } from "./text.server.ts";
import { MailTicket } from "./ticket.server.tsx";
import { mailWords } from "./words.server.ts";
import type { MailKind, OrderMailData } from "#app/orders/domain/mail/order-mail.ts";
import type { RenderedEmail } from "#app/mail/domain/email.ts";

/** Some email clients use quirks mode without a doctype. */
const DOCTYPE = '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/** Email clients clip long messages; ours stay well below. */
const MAX_HTML_BYTES = 40 * 1024;

/** Subject, HTML and text of one email from its snapshot. Rendered synchronously, because nothing in it is asynchronous. */
export function renderMail(kind: MailKind, snapshot: OrderMailData): RenderedEmail {
  const data = withoutControls(snapshot);
  const words = mailWords(kind, data);
  let shownItems = data.items.length;
  for (;;) {
    const html = DOCTYPE + renderToStaticMarkup(<MailTicket words={words} data={data} shownItems={shownItems} />);
    if (shownItems === 0 || Buffer.byteLength(html) <= MAX_HTML_BYTES) return { subject: words.subject, html, text: mailText(words, data) };
    shownItems = Math.floor(shownItems / 2);
  }
}

/** Control characters, as JSON escapes or literal. */
const CONTROLS = /\\(?:[bfnrt]|u00[01])|[\u007f-\u009f]/;

/** Stored texts may predate validation: remove control characters. */
function withoutControls(data: OrderMailData): OrderMailData {
  const text = JSON.stringify(data);
  if (!CONTROLS.test(text)) return data;
  const clean = (_: string, value: unknown) => (typeof value === "string" ? value.replaceAll(/\p{Cc}+/gu, " ") : value);
  return JSON.parse(text, clean) as OrderMailData;
}
