import * as texts from "#texts/orders/mail/ticket.ts";
import { Button, Head, Html, Link, Preview, Section } from "@react-email/components";
import { Fragment, type ReactNode } from "react";
import { formatMoney, type MoneyFormat } from "#app/values/money.ts";
import { amountRows, fulfillmentLine, taxNumberWords } from "./rows.server.ts";
import { PRIMARY, sheet, style } from "./style.server.ts";
import type { MailWords } from "./words.server.ts";
import type { OrderMailData, OrderMailItem } from "#app/orders/domain/mail/order-mail.ts";
import { LANGUAGE } from "#texts/language.ts";

/** Longest name with dots before the price on a phone; longer ones wrap. */
const LEADER_MAX_CHARACTERS = 26;
const LAYOUT = { role: "presentation", width: "100%", cellPadding: 0, cellSpacing: 0, border: 0 } as const;

export interface MailTicketProps {
  readonly words: MailWords;
  readonly data: OrderMailData;
  /** Number of listed items; the rest is counted, with a link to the order's page. */
  readonly shownItems: number;
}

/** The HTML part: text, order ticket, link. React escapes all values. */
export function MailTicket({ words, data, shownItems }: MailTicketProps) {
  const { primary = PRIMARY, logoUrl = "" } = data.look ?? {};
  return (
    <Html lang={LANGUAGE}>
      <Head>
        <title>{words.subject}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <style>{sheet}</style>
      </Head>
      <body className="canvas" style={style.body}>
        <Preview>{words.preheader}</Preview>
        <table {...LAYOUT} className="canvas" bgcolor={style.body.backgroundColor}>
          <tbody>
            <tr>
              <td align="center">
                <table {...LAYOUT} style={style.page}>
                  <tbody>
                    <tr>
                      <td align="left" style={style.pageCell}>
                        <p className="brand" style={{ ...style.shop, color: primary }}>
                          {logoUrl === "" ? data.shopName : <img src={logoUrl} alt={data.shopName} height={48} style={style.logo} />}
                        </p>
                        <h1 className="ink" style={style.heading}>
                          {words.heading}
                        </h1>
                        {words.paragraphs.map((paragraph) => (
                          <p key={paragraph} className="ink" style={style.paragraph}>
                            {paragraph}
                          </p>
                        ))}
                        <Ticket data={data} isForStaff={words.audience === "staff"} shownItems={shownItems} />
                        <Action {...words.button} primary={primary} />
                        {words.receipt === null ? null : (
                          <p style={style.paragraph}>
                            <Link href={words.receipt.url} className="brand" style={{ ...style.link, color: primary }}>
                              {words.receipt.label}
                            </Link>
                          </p>
                        )}
                        <Footer data={data} primary={primary} />
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </Html>
  );
}

function Ticket({ data, isForStaff, shownItems }: { data: OrderMailData; isForStaff: boolean; shownItems: number }) {
  const hidden = data.items.length - shownItems;
  return (
    <>
      <Section className="card" style={style.card}>
        <div style={style.part}>
          <div className="second" style={style.orderLabel}>
            {data.orderNumber === "" ? texts.yourOrder : texts.order}
          </div>
          {data.orderNumber === "" ? null : (
            <div className="ink" style={style.number}>
              {data.orderNumber}
            </div>
          )}
          <div className="ink" style={style.text}>
            {fulfillmentLine(data)}
          </div>
          {data.deliveryAddress === null ? null : <Detail>{data.deliveryAddress}</Detail>}
          {isForStaff ? <Detail>{`${data.customerName} ${data.customerPhone}`}</Detail> : null}
        </div>
        <Part>
          {data.items.slice(0, shownItems).map((item, position) => (
            <ItemRow key={position} item={item} format={data.format} />
          ))}
          {hidden > 0 ? <Detail>{texts.moreLines(hidden)}</Detail> : null}
          {(data.allergyNote ?? "") === "" ? null : <div style={style.alarm}>{texts.allergy(data.allergyNote ?? "")}</div>}
          {data.instructions === "" ? null : <Detail>{texts.note(data.instructions)}</Detail>}
        </Part>
        <Part>
          {amountRows(data.amounts, data.format).map(({ label, amount }, position) => (
            <LeaderRow key={position} label={label} amount={amount} />
          ))}
          <LeaderRow label={texts.total} amount={formatMoney(data.amounts.finalTotal, data.format)} isTotal />
          {data.amounts.refunded > 0 ? (
            <LeaderRow label={texts.refunded} amount={`-${formatMoney(data.amounts.refunded, data.format)}`} />
          ) : null}
        </Part>
      </Section>
      <div className="teeth" style={style.teeth} />
    </>
  );
}

/** A ticket section below a dashed line. */
function Part({ children }: { children: ReactNode }) {
  return (
    <>
      <div className="line" style={style.cut} />
      <div style={style.part}>{children}</div>
    </>
  );
}

function Detail({ children }: { children: ReactNode }) {
  return (
    <div className="second" style={style.detail}>
      {children}
    </div>
  );
}

function ItemRow({ item, format }: { item: OrderMailItem; format: MoneyFormat }) {
  const details = [
    ...(item.isFree ? [texts.freeTakenOff] : []),
    ...item.options.map((option) => `+ ${option}`),
    ...(item.note === "" ? [] : [texts.quoted(item.note)]),
  ];
  return (
    <div style={style.item}>
      <LeaderRow quantity={`${item.quantity} ×`} label={item.name} amount={formatMoney(item.lineTotal, format)} />
      {details.length === 0 ? null : (
        <div className="second" style={style.itemDetail}>
          {details.map((detail, position) => (
            <Fragment key={position}>
              {position === 0 ? null : <br />}
              {detail}
            </Fragment>
          ))}
        </div>
      )}
    </div>
  );
}

/** A row of the menu: name, dots, price. */
function LeaderRow({ quantity, label, amount, isTotal = false }: { quantity?: string; label: string; amount: string; isTotal?: boolean }) {
  const look = isTotal ? style.total : {};
  const hasDots = label.length <= LEADER_MAX_CHARACTERS;
  return (
    <table {...LAYOUT}>
      <tbody>
        <tr>
          {quantity === undefined ? null : (
            <td className="ink" style={style.quantity}>
              <div style={{ width: style.quantity.width, padding: "3px 0" }}>{quantity}</div>
            </td>
          )}
          <td className="ink" style={{ ...(hasDots ? style.shortName : style.name), ...look }}>
            {label}
          </td>
          {hasDots ? (
            <td style={style.dots}>
              <div className="line" style={style.dotsLine}>
                &nbsp;
              </div>
            </td>
          ) : (
            <td style={style.gap}>&nbsp;</td>
          )}
          <td className="ink" style={{ ...style.amount, ...look }}>
            {amount}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Action({ label, url, primary }: { label: string; url: string; primary: string }) {
  return (
    <div style={style.action}>
      <Button href={url} className="action" style={{ ...style.button, backgroundColor: primary }}>
        {label}
      </Button>
      <p className="second" style={style.address}>
        {texts.openAddress}
        <br />
        <Link href={url} className="brand" style={{ ...style.link, color: primary }}>
          {url}
        </Link>
      </p>
    </div>
  );
}

function Footer({ data, primary }: { data: OrderMailData; primary: string }) {
  return (
    <p className="second" style={style.footer}>
      {data.shopName}
      {data.shopAddress === "" ? null : (
        <>
          <br />
          {data.shopAddress}
        </>
      )}
      {data.telephone === "" ? null : (
        <>
          <br />
          <Link href={`tel:${data.telephone.replace(/[^\d+]/g, "")}`} className="brand" style={{ ...style.link, color: primary }}>
            {data.telephone}
          </Link>
        </>
      )}
      {taxNumberWords(data) === "" ? null : (
        <>
          <br />
          {taxNumberWords(data)}
        </>
      )}
    </p>
  );
}
