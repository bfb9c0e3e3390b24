import * as texts from "#texts/orders/mail/closed-day.ts";
import { renderToStaticMarkup } from "react-dom/server";
import { MailButton, MailFrame } from "#app/mail/workflows/mail-frame.server.tsx";
import type { RenderedEmail } from "#app/mail/domain/email.ts";
import type { ClosedDayMailData } from "#app/orders/domain/closing/closed-day-mail.ts";
import { formatMoney, US_DOLLARS } from "#app/values/money.ts";

/** Renders the email about a closed day from its stored data. */
export function writeClosingMail(data: object): RenderedEmail {
  const mail = data as ClosedDayMailData;
  const { format = US_DOLLARS } = mail;
  const title = mail.version === 1 ? texts.title(mail.day, mail.number) : texts.titleOfVersion(mail.day, mail.number, mail.version);
  const by = texts.closedBy(mail.closedBy);
  const html = renderToStaticMarkup(
    <MailFrame shopName={mail.shopName} look={mail.look}>
      <h1 style={{ fontSize: 22, margin: 0 }}>{title}</h1>
      <p>{by}</p>
      {mail.tables.map((table) => (
        <table key={table.title} style={{ width: "100%", borderCollapse: "collapse", marginBottom: 16 }}>
          <caption style={{ textAlign: "left", fontWeight: 600 }}>{table.title}</caption>
          <tbody>
            {table.rows.map((row) => (
              <tr key={row.label} style={{ fontWeight: row.isSum === true ? 600 : 400, borderTop: "1px solid #d6dcd3" }}>
                <td style={{ padding: "4px 0" }}>{row.label}</td>
                <td style={{ padding: "4px 0", textAlign: "right", whiteSpace: "nowrap" }}>{formatMoney(row.amount, format)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      {mail.note === "" ? null : <p style={{ whiteSpace: "pre-wrap" }}>{texts.note(mail.note)}</p>}
      {mail.awaitsPayouts === true ? <p>{texts.payoutsLater}</p> : null}
      <MailButton url={mail.url} label={texts.openDay} look={mail.look} />
    </MailFrame>,
  );
  const tables = mail.tables.map((table) =>
    [table.title, ...table.rows.map((row) => `${row.label}: ${formatMoney(row.amount, format)}`)].join("\n"),
  );
  const note = mail.note === "" ? [] : [texts.note(mail.note)];
  const payouts = mail.awaitsPayouts === true ? [texts.payoutsLater] : [];
  return {
    subject: texts.subject(mail.shopName, title),
    html: `<!DOCTYPE html>${html}`,
    text: [title, by, ...tables, ...note, ...payouts, mail.url].join("\n\n"),
  };
}
