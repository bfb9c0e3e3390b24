import { Button, Head, Html, Link, Preview, Row, Section, Text } from "@react-email/components";
import type { ReactNode } from "react";
import { formatUsd } from "#app/domain/money.ts";
import type { OrderMailData, OrderMailItem } from "./mail-content.server.ts";
import { amountRows, fulfillmentLine } from "./mail-content-rows.server.ts";
import { sheet, style } from "./mail-content-style.server.ts";
import type { MailWords } from "./mail-content-words.server.ts";

/** A name this short leaves room for dots before the price on a phone; a longer one wraps instead. */
const LEADER_MAX_CHARACTERS = 26;

/** The HTML part: words, then the order as a ticket, then the link. Everything from outside goes through React's escaping. */
export function MailTicket({ words, data }: { words: MailWords; data: OrderMailData }) {
  return (
    <Html lang="en">
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
        <table role="presentation" width="100%" cellPadding="0" cellSpacing="0" className="canvas" style={{ backgroundColor: style.body.backgroundColor }}>
          <tbody>
            <tr>
              <td align="center">
                <table role="presentation" width="100%" cellPadding="0" cellSpacing="0" style={{ maxWidth: style.page.maxWidth }}>
                  <tbody>
                    <tr>
                      <td align="left" style={{ padding: style.page.padding }}>
                        <Text className="brand" style={style.shop}>
                          {data.shopName}
                        </Text>
                        <h1 className="ink" style={style.heading}>
                          {words.heading}
                        </h1>
                        {words.paragraphs.map((paragraph) => (
                          <Text key={paragraph} className="ink" style={style.paragraph}>
                            {paragraph}
                          </Text>
                        ))}
                        <Ticket data={data} isForStaff={words.audience === "staff"} />
                        <Section style={{ padding: "20px 8px 24px" }}>
                          <Button href={words.button.url} className="action" style={style.button}>
                            {words.button.label}
                          </Button>
                          <Text className="second" style={{ ...style.small, padding: "14px 0 0" }}>
                            Or open this address:
                            <br />
                            <Link href={words.button.url} className="brand" style={style.link}>
                              {words.button.url}
                            </Link>
                          </Text>
                        </Section>
                        <Footer data={data} />
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

function Ticket({ data, isForStaff }: { data: OrderMailData; isForStaff: boolean }) {
  return (
    <>
      <Section className="card" style={style.card}>
        <Part isFirst>
          <Text className="second" style={style.small}>
            Order
          </Text>
          <Text className="ink" style={style.number}>
            {data.orderNumber}
          </Text>
          <Text className="ink" style={{ ...style.paragraph, padding: 0 }}>
            {fulfillmentLine(data)}
          </Text>
          {data.deliveryAddress === null ? null : (
            <Text className="second" style={style.detail}>
              {data.deliveryAddress}
            </Text>
          )}
          {isForStaff ? (
            <Text className="second" style={style.detail}>
              {data.customerName} {data.customerPhone}
            </Text>
          ) : null}
        </Part>
        <Part>
          {data.items.map((item, position) => (
            <div key={position} style={style.item}>
              <ItemRow item={item} />
            </div>
          ))}
          {data.instructions === "" ? null : (
            <Text className="second" style={style.detail}>
              Note: {data.instructions}
            </Text>
          )}
        </Part>
        <Part>
          {amountRows(data.amounts).map(({ label, amount }) => (
            <LeaderRow key={label} label={label} amount={amount} />
          ))}
          <LeaderRow label="Total" amount={formatUsd(data.amounts.finalTotal)} isTotal />
          {data.amounts.refunded > 0 ? <LeaderRow label="Refunded" amount={`-${formatUsd(data.amounts.refunded)}`} /> : null}
        </Part>
      </Section>
      <div className="teeth" style={style.teeth} />
    </>
  );
}

function Part({ isFirst = false, children }: { isFirst?: boolean; children: ReactNode }) {
  return (
    <>
      {isFirst ? null : <div className="line" style={style.cut} />}
      <div style={style.part}>{children}</div>
    </>
  );
}

function ItemRow({ item }: { item: OrderMailItem }) {
  return (
    <LeaderRow quantity={`${item.quantity} ×`} label={item.name} amount={formatUsd(item.lineTotal)}>
      {item.isFree ? <Detail>Free, taken off below</Detail> : null}
      {item.options.map((option, position) => (
        <Detail key={position}>+ {option}</Detail>
      ))}
      {item.note === "" ? null : <Detail>“{item.note}”</Detail>}
    </LeaderRow>
  );
}

function Detail({ children }: { children: ReactNode }) {
  return (
    <Text className="second" style={style.detail}>
      {children}
    </Text>
  );
}

interface LeaderRowProps {
  readonly quantity?: string;
  readonly label: string;
  readonly amount: string;
  readonly isTotal?: boolean;
  readonly children?: ReactNode;
}

/** A row of the menu: name, dots, price. */
function LeaderRow({ quantity, label, amount, isTotal = false, children }: LeaderRowProps) {
  const look = isTotal ? style.total : {};
  const hasDots = label.length <= LEADER_MAX_CHARACTERS;
  return (
    <>
      <Row>
        {quantity === undefined ? null : (
          <td className="ink" style={style.quantity}>
            {quantity}
          </td>
        )}
        <td className="ink" style={{ ...style.name, ...look, ...(hasDots ? { whiteSpace: "nowrap", width: "1%" } : {}) }}>
          {label}
        </td>
        <td style={{ ...style.dots, ...(hasDots ? {} : { width: "1%" }) }}>{hasDots ? <div className="line" style={style.dotsLine} /> : null}</td>
        <td className="ink" style={{ ...style.amount, ...look }}>
          {amount}
        </td>
      </Row>
      {children === undefined ? null : <div style={{ paddingLeft: quantity === undefined ? 0 : "32px" }}>{children}</div>}
    </>
  );
}

function Footer({ data }: { data: OrderMailData }) {
  return (
    <Text className="second" style={style.footer}>
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
          <Link href={`tel:${data.telephone.replace(/[^\d+]/g, "")}`} className="brand" style={{ ...style.link, wordBreak: "normal" }}>
            {data.telephone}
          </Link>
        </>
      )}
    </Text>
  );
}
