import * as texts from "#texts/orders/mail/ticket.ts";
import { formatMoney, type MoneyFormat } from "#app/values/money.ts";
import { oneLine, type MailWords } from "./words.server.ts";
import { amountRows, fulfillmentLine, taxNumberWords } from "./rows.server.ts";
import type { OrderMailData, OrderMailItem } from "#app/orders/domain/mail/order-mail.ts";

/** Wide enough for a name and price, narrow enough for a phone. */
const WIDTH = 36;
const CUT = "- ".repeat(WIDTH / 2).trimEnd();

/** The plain text part: the same ticket in characters. */
export function mailText(words: MailWords, data: OrderMailData): string {
  const lines = [
    oneLine(data.shopName),
    "",
    words.heading,
    ...words.paragraphs,
    "",
    CUT,
    data.orderNumber === "" ? texts.plainYourOrder : texts.plainOrder(data.orderNumber),
    fulfillmentLine(data),
    ...(data.deliveryAddress === null ? [] : [texts.plainTo(oneLine(data.deliveryAddress))]),
    ...(words.audience === "staff" ? [texts.plainCustomer(oneLine(`${data.customerName} ${data.customerPhone}`))] : []),
    CUT,
    ...data.items.flatMap((item) => itemLines(item, data.format)),
    ...((data.allergyNote ?? "") === "" ? [] : ["", texts.plainAllergy(oneLine(data.allergyNote ?? ""))]),
    ...(data.instructions === "" ? [] : ["", texts.note(oneLine(data.instructions))]),
    CUT,
    ...amountRows(data.amounts, data.format).map(({ label, amount }) => leader(label, amount)),
    leader(texts.plainTotal, formatMoney(data.amounts.finalTotal, data.format)),
    ...(data.amounts.refunded > 0 ? [leader(texts.refunded, `-${formatMoney(data.amounts.refunded, data.format)}`)] : []),
    CUT,
    "",
    texts.plainLink(words.button.label),
    words.button.url,
    "",
    ...(words.receipt === null ? [] : [words.receipt.plainLabel, words.receipt.url, ""]),
    ...[data.shopName, data.shopAddress, data.telephone, taxNumberWords(data)].map(oneLine).filter((line) => line !== ""),
  ];
  return `${lines.join("\n")}\n`;
}

function itemLines(item: OrderMailItem, format: MoneyFormat): string[] {
  return [
    leader(
      `${item.quantity} x ${oneLine(item.name)}`,
      item.isFree ? texts.plainFree(formatMoney(item.lineTotal, format)) : formatMoney(item.lineTotal, format),
    ),
    ...item.options.map((option) => `    + ${oneLine(option)}`),
    ...(item.note === "" ? [] : [`    "${oneLine(item.note)}"`]),
  ];
}

/** "Fries ........... $4.75"; a long name keeps its price after two dots. */
function leader(label: string, amount: string): string {
  return `${label} ${".".repeat(Math.max(2, WIDTH - label.length - amount.length - 2))} ${amount}`;
}
