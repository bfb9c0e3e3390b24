import { renderToStaticMarkup } from "react-dom/server";
import { MailButton, MailFrame } from "#app/mail/workflows/mail-frame.server.tsx";
import type { RenderedEmail } from "#app/mail/domain/email.ts";
import type { LowStockMailData } from "#app/orders/domain/mail/low-stock-mail.ts";
import { counted } from "#app/values/plural.ts";

function leftText({ stock, level, weights }: LowStockMailData["items"][number]): string {
  return `${stock === 0 ? "none" : (weights?.stock ?? stock)} left (low at ${weights?.level ?? level})`;
}

/** Renders the email about low stock from its stored data. */
export function writeLowStockMail(data: object): RenderedEmail {
  const { shopName, look, items, more, url } = data as LowStockMailData;
  const title = `Low stock: ${counted(items.length + more, "item", "items")}`;
  const intro =
    "These reached their low stock level since the last email about low stock. What is low since before that email is not listed again.";
  const others = more === 0 ? [] : [`and ${more} more`];
  const html = renderToStaticMarkup(
    <MailFrame shopName={shopName} look={look}>
      <h1 style={{ fontSize: 22, margin: 0 }}>{title}</h1>
      <p>{intro}</p>
      <table style={{ width: "100%", borderCollapse: "collapse", marginBottom: 16 }}>
        <tbody>
          {items.map((item) => (
            <tr key={item.name} style={{ borderTop: "1px solid #d6dcd3" }}>
              <td style={{ padding: "4px 0", overflowWrap: "anywhere" }}>{item.name}</td>
              <td style={{ padding: "4px 0 4px 12px", textAlign: "right", whiteSpace: "nowrap" }}>{leftText(item)}</td>
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
  const lines = items.map((item) => `${item.name}: ${leftText(item)}`);
  return {
    subject: `${shopName}: ${title}`,
    html: `<!DOCTYPE html>${html}`,
    text: [title, intro, [...lines, ...others].join("\n"), url].join("\n\n"),
  };
}
