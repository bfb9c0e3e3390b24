import { LANGUAGE } from "#texts/language.ts";
import * as texts from "#texts/orders/receipt.ts";
import type PDFDocument from "pdfkit";
import type { OrderMailItem } from "#app/orders/domain/mail/order-mail.ts";
import { receiptTitle } from "#app/orders/domain/receipt/receipt-number.ts";
import { testWords } from "#app/orders/domain/test-payment.ts";
import { amountRows, taxNumberWords } from "#app/orders/workflows/mail/rows.server.ts";
import { formatMoney } from "#app/values/money.ts";
import type { ReceiptData } from "./receipt-data.server.ts";
import { receiptFont, type ReceiptFont } from "./receipt-font.server.ts";

const MARGIN = 56;
const INDENT = 18;
/** Keeps letters with marks as one glyph: decomposed, they could not be copied or searched. */
const FEATURES = { ccmp: false };
/** Between a label and its amount. */
const GAP = 12;
const SMALL = 9;
const NORMAL = 11;
/** Locales with US letter paper (8.5 × 11 inches). */
const LETTER_COUNTRIES = /-(?:US|CA|MX|PH)$/;

/** "receipt-1042.pdf"; without a receipt number the letters and digits of the order's number, a valid file name everywhere: "receipt-A-042.pdf". */
export function receiptFileName(receiptNumber: number | null, orderNumber: string): string {
  if (receiptNumber !== null) return `receipt-${receiptNumber}.pdf`;
  const safe = orderNumber.replaceAll(/[^A-Za-z0-9-]+/g, "-").replaceAll(/^-+|-+$/g, "");
  return safe === "" ? "receipt.pdf" : `receipt-${safe}.pdf`;
}

/** The customer's receipt as a PDF file. The library is loaded with the first receipt. */
export async function writeReceiptPdf(data: ReceiptData): Promise<Buffer> {
  const [{ default: Document }, font] = await Promise.all([import("pdfkit"), receiptFont()]);
  const document = new Document({
    size: LETTER_COUNTRIES.test(data.format.locale) ? "LETTER" : "A4",
    margin: MARGIN,
    lang: LANGUAGE,
    displayTitle: true,
    info: { Title: receiptTitle(data.receiptNumber ?? null, data.orderNumber), Author: data.shopName },
  });
  const chunks: Buffer[] = [];
  const written = new Promise<Buffer>((resolve, reject) => {
    document.on("data", (chunk: Buffer) => chunks.push(chunk));
    document.on("end", () => resolve(Buffer.concat(chunks)));
    document.on("error", reject);
  });
  document.registerFont("regular", font.regular).registerFont("bold", font.bold);
  const page = new ReceiptPage(document, font);
  writeHead(page, data);
  writeItems(page, data);
  writeAmounts(page, data);
  writeEnd(page, data);
  document.end();
  return written;
}

function writeHead(page: ReceiptPage, data: ReceiptData): void {
  page.paragraph(data.shopName, { size: 18, isBold: true });
  for (const line of [data.shopAddress, data.telephone, taxNumberWords(data)]) page.paragraph(line, { size: SMALL });
  page.space(18);
  page.paragraph(receiptTitle(data.receiptNumber ?? null, data.orderNumber), { size: 14, isBold: true });
  if (data.receiptNumber !== undefined) page.paragraph(texts.order(data.orderNumber));
  page.paragraph(data.placedOn);
  page.paragraph(data.customerName);
  page.paragraph(fulfillmentText(data));
  const testLines = testWords({ isTestOrder: data.isTestOrder === true, isTest: data.isTestPayment === true });
  for (const line of [data.endedAs, ...testLines]) page.paragraph(line, { isBold: true });
  page.space(10);
}

/** The address is empty once the customer is erased. */
function fulfillmentText({ fulfillment, deliveryAddress }: ReceiptData): string {
  if (fulfillment === "pickup") return texts.pickup;
  return deliveryAddress === null ? texts.delivery : texts.deliveryTo(deliveryAddress);
}

function writeItems(page: ReceiptPage, { items, format }: ReceiptData): void {
  page.rule();
  for (const item of items) {
    page.row(`${item.quantity} × ${item.name}`, formatMoney(item.lineTotal, format));
    for (const line of itemLines(item)) page.paragraph(line, { size: SMALL, indent: INDENT });
  }
  page.rule();
}

function itemLines({ options, isFree }: OrderMailItem): readonly string[] {
  return [...options, ...(isFree ? [texts.gift] : [])];
}

function writeAmounts(page: ReceiptPage, { amounts, format }: ReceiptData): void {
  for (const { label, amount } of amountRows(amounts, format)) page.row(label, amount);
  page.rule();
  page.row(texts.total(format.currency), formatMoney(amounts.finalTotal, format), { size: 14, isBold: true });
  if (amounts.refunded === 0) return;
  page.row(texts.refunded, formatMoney(-amounts.refunded, format));
  page.row(texts.remainsPaid, formatMoney(Math.max(0, amounts.finalTotal - amounts.refunded), format), { isBold: true });
}

function writeEnd(page: ReceiptPage, { paymentMethod, shopName, statusUrl }: ReceiptData): void {
  page.space(10);
  page.paragraph(paymentMethod === "" ? "" : texts.payment(paymentMethod));
  page.space(18);
  page.paragraph(texts.thanks(shopName));
  if (!page.hasMissing) return;
  page.space(10);
  page.paragraph(texts.missingLetters(statusUrl), { size: SMALL });
}

interface TextLook {
  /** In points. */
  readonly size?: number;
  readonly isBold?: boolean;
  readonly indent?: number;
}

/** Writes from top to bottom; a full page starts a new one. */
class ReceiptPage {
  readonly #document: PDFDocument;
  readonly #font: ReceiptFont;
  /** Whether a character was printed as "?". */
  hasMissing = false;

  constructor(document: PDFDocument, font: ReceiptFont) {
    this.#document = document;
    this.#font = font;
  }

  /** Nothing for an empty text. */
  paragraph(text: string, { indent = 0, ...look }: TextLook = {}): void {
    const printable = this.#printable(text);
    if (printable === "") return;
    this.#choose(look);
    const width = this.#width - indent;
    this.#document.text(printable, MARGIN + indent, this.#document.y, { width, features: FEATURES });
  }

  /** A label and its amount at the right margin; a long label wraps. */
  row(label: string, amount: string, look: TextLook = {}): void {
    this.#choose(look);
    const [left, right] = [this.#printable(label), this.#printable(amount)];
    const width = this.#width - this.#document.widthOfString(right, { features: FEATURES }) - GAP;
    const height = this.#document.heightOfString(left, { width, features: FEATURES });
    this.#reserve(height);
    const { y } = this.#document;
    this.#document.text(left, MARGIN, y, { width, features: FEATURES });
    this.#document.text(right, MARGIN, y, { width: this.#width, align: "right", lineBreak: false, features: FEATURES });
    this.#document.y = y + height;
  }

  rule(): void {
    this.space(6);
    const { y } = this.#document;
    this.#document
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + this.#width, y)
      .lineWidth(0.5)
      .stroke();
    this.space(6);
  }

  /** `height` in points. */
  space(height: number): void {
    this.#reserve(height);
    this.#document.y += height;
  }

  get #width(): number {
    return this.#document.page.width - 2 * MARGIN;
  }

  #choose({ size = NORMAL, isBold = false }: TextLook): void {
    this.#document.font(isBold ? "bold" : "regular").fontSize(size);
  }

  #reserve(height: number): void {
    if (this.#document.y + height > this.#document.page.maxY()) this.#document.addPage();
  }

  #printable(text: string): string {
    const { text: printable, hasMissing } = this.#font.printable(text);
    this.hasMissing ||= hasMissing;
    return printable;
  }
}
