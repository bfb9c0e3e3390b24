import { renderToStaticMarkup } from "react-dom/server";
import { MailButton, MailFrame } from "#app/mail/workflows/mail-frame.server.tsx";
import type { RenderedEmail } from "#app/mail/domain/email.ts";
import type { LowStockMailData } from "#app/orders/domain/mail/low-stock-mail.ts";
import { counted } from "#app/values/plural.ts";

const leftText = (stock: number, level: number) => `${stock === 0 ? "none" : stock} left (low at ${level})`;

/** Renders the email about low stock from its stored data. */
export function writeLowStockMail(data: object): RenderedEmail {
  const { shopName, look, items, more, url } = data as LowStockMailData;
  const title = `Low stock: ${counted(items.length + more, "item", "items")}`;
  const intro = "These fell to their low stock level since the last email about low stock, or below it.";
  const others = more === 0 ? [] : [`and ${more} more`];
  const html = renderToStaticMarkup(
    <MailFrame shopName={shopName} look={look}>
      <h1 style={{ fontSize: 22, margin: 0 }}>{title}</h1>
      <p>{intro}</p>
      <table style={{ width: "100%", borderCollapse: "collapse", marginBottom: 16 }}>
        <tbody>
          {items.map(({ name, stock, level }) => (
            <tr key={name} style={{ borderTop: "1px solid #d6dcd3" }}>
              <td style={{ padding: "4px 0", overflowWrap: "anywhere" }}>{name}</td>
              <td style={{ padding: "4px 0 4px 12px", textAlign: "right", whiteSpace: "nowrap" }}>{leftText(stock, level)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {others.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <MailButton url={url} label="Open low stock" look={look} />
    </MailFrame>,
  );
  const lines = items.map(({ name, stock, level }) => `${name}: ${leftText(stock, level)}`);
  return {
    subject: `${shopName}: ${title}`,
    html: `<!DOCTYPE html>${html}`,
    text: [title, intro, [...lines, ...others].join("\n"), url].join("\n\n"),
  };
}
