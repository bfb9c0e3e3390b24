import { renderToStaticMarkup } from "react-dom/server";
import type { Letter } from "#app/mail/domain/letter.ts";
import type { ClosedDayMailData } from "#app/orders/domain/closing/closed-day-mail.ts";
import { formatMoney, US_DOLLARS } from "#app/values/money.ts";

/** Renders the email about a closed day from its stored data. */
export function writeClosingMail(data: object): Letter {
  const mail = data as ClosedDayMailData;
  const { format = US_DOLLARS } = mail;
  const title = `${mail.day}: day ${mail.number}${mail.version === 1 ? "" : `, version ${mail.version}`}`;
  const by = `Closed by ${mail.closedBy}.`;
  const html = renderToStaticMarkup(
    <html lang="en">
      <body style={{ font: "16px/1.5 Figtree,Arial,sans-serif", color: "#14201b", background: "#f3f5f0", margin: 0, padding: 24 }}>
        <div style={{ maxWidth: 520, margin: "auto", background: "#fff", border: "1px solid #d6dcd3", padding: 24 }}>
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
          {mail.note === "" ? null : <p style={{ whiteSpace: "pre-wrap" }}>Note: {mail.note}</p>}
          <p>
            <a href={mail.url} style={{ color: "#0e5a45", fontWeight: 600 }}>
              Open the day
            </a>
          </p>
        </div>
      </body>
    </html>,
  );
  const tables = mail.tables.map((table) =>
    [table.title, ...table.rows.map((row) => `${row.label}: ${formatMoney(row.amount, format)}`)].join("\n"),
  );
  const note = mail.note === "" ? [] : [`Note: ${mail.note}`];
  return {
    subject: `${mail.shopName}: ${title}`,
    html: `<!DOCTYPE html>${html}`,
    text: [title, by, ...tables, ...note, mail.url].join("\n\n"),
  };
}
