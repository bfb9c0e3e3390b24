import * as texts from "#texts/orders/mail/low-stock.ts";
import { renderToStaticMarkup } from "react-dom/server";
import { MailButton, MailFrame } from "#app/mail/workflows/mail-frame.server.tsx";
import type { RenderedEmail } from "#app/mail/domain/email.ts";
import type { LowStockMailData } from "#app/orders/domain/mail/low-stock-mail.ts";

function leftText({ stock, level, weights }: LowStockMailData["items"][number]): string {
  const shownLevel = weights?.level ?? level;
  return stock === 0 ? texts.noneLeft(shownLevel) : texts.left(weights?.stock ?? stock, shownLevel);
}

/** Renders the email about low stock from its stored data. */
export function writeLowStockMail(data: object): RenderedEmail {
  const { shopName, look, items, more, url } = data as LowStockMailData;
  const title = texts.title(items.length + more);
  const others = more === 0 ? [] : [texts.more(more)];
  const html = renderToStaticMarkup(
    <MailFrame shopName={shopName} look={look}>
      <h1 style={{ fontSize: 22, margin: 0 }}>{title}</h1>
      <p>{texts.sinceLast}</p>
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
      <MailButton url={url} label={texts.openLowStock} look={look} />
    </MailFrame>,
  );
  const lines = items.map((item) => `${item.name}: ${leftText(item)}`);
  return {
    subject: texts.subject(shopName, title),
    html: `<!DOCTYPE html>${html}`,
    text: [title, texts.sinceLast, [...lines, ...others].join("\n"), url].join("\n\n"),
  };
}
