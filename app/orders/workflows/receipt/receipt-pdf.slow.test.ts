import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";

import { HOSTILE_TEXTS } from "#test/data/hostile-texts.ts";
import type { ReceiptData } from "./receipt-data.server.ts";
import { receiptFileName, writeReceiptPdf } from "./receipt-pdf.server.ts";

const ORDER: ReceiptData = {
  shopName: "Shopbell Kitchen",
  shopAddress: "12 King Street West, Ontario, M5V 1A1",
  telephone: "+1 416 555 0100",
  taxNumber: "12345 RT0001",
  statusUrl: "https://shop.example/payment-complete?order=k3J9x_b7",
  staffUrl: "https://shop.example/admin/orders/1",
  orderNumber: "A-042",
  customerName: "Ana Pérez",
  customerFirstName: "Ana",
  customerPhone: "+14165550134",
  fulfillment: "delivery",
  deliveryAddress: "5 Queen St, Toronto",
  requestedTime: null,
  promisedTime: null,
  items: [
    { quantity: 2, name: "Double smash burger", options: ["Extra cheese", "2 × Bacon"], note: "", lineTotal: 2900, isFree: false },
    { quantity: 1, name: "Cola", options: [], note: "", lineTotal: 0, isFree: true },
  ],
  instructions: "",
  format: { currency: "CAD", locale: "en-CA" },
  amounts: {
    subTotal: 2900,
    discounts: [{ label: "10% off your first order", amount: 290 }],
    deliveryFee: 399,
    taxes: [
      { label: "GST", amount: 131 },
      { label: "PST", amount: 183 },
    ],
    isTaxIncluded: false,
    tip: 500,
    finalTotal: 3823,
    refunded: 475,
  },
  reasonSentence: null,
  paymentSentence: null,
  placedOn: "Nov 20, 2026, 5:15 PM",
  paymentMethod: "Paid, $4.75 refunded, Visa •••• 4242",
  endedAs: "",
  refundAmount: null,
  removedItems: [],
};

/** The text of each page, with single spaces. */
async function readPages(changes: Partial<ReceiptData> = {}): Promise<readonly string[]> {
  const file = await writeReceiptPdf({ ...ORDER, ...changes });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(file)), { mergePages: false });
  return text.map((page) => page.replaceAll(/\s+/g, " "));
}

test("a receipt shows shop, order, lines, amounts and payment", async () => {
  const [text] = await readPages();
  for (const part of [
    "Shopbell Kitchen",
    "12 King Street West, Ontario, M5V 1A1",
    "Tax number: 12345 RT0001",
    "Receipt for order A-042",
    "Nov 20, 2026, 5:15 PM",
    "Ana Pérez",
    "Delivery to 5 Queen St, Toronto",
    "2 × Double smash burger",
    "Extra cheese 2 × Bacon",
    "Added free of charge",
    "Payment: Paid, $4.75 refunded, Visa •••• 4242",
  ])
    expect(text).toContain(part);
});

test("shows the order's amounts in the order's currency", async () => {
  const [text = ""] = await readPages();
  const amounts = text.match(/-?\$\d+\.\d\d/g);
  expect(amounts).toEqual([
    "$29.00",
    "$0.00",
    "$29.00",
    "-$2.90",
    "$3.99",
    "$1.31",
    "$1.83",
    "$5.00",
    "$38.23",
    "-$4.75",
    "$33.48",
    "$4.75",
  ]);
  expect(text).toContain("Total (CAD)");
  const euros = await readPages({ format: { currency: "EUR", locale: "de-DE" } });
  expect(euros[0]).toContain("38,23 €");
});

test.each([
  ["Polish", "Łucja Źdźbło-Gęślińska"],
  ["Vietnamese", "Nguyễn Thị Hồng Ánh"],
  ["Greek", "Αθηνά Παπαδοπούλου"],
  ["Cyrillic", "Юлия Щербакова"],
  ["Turkish", "Çağrı Işık"],
])("a %s name comes out in its letters", async (_language, name) => {
  const [text] = await readPages({ customerName: name });
  expect(text).toContain(name);
  expect(text).not.toContain("stands for letters");
  // The same name in letters and combining marks.
  expect((await readPages({ customerName: name.normalize("NFD") }))[0]).toContain(name);
});

test("letters that the font lacks become question marks, with a note", async () => {
  const [text] = await readPages({ customerName: "陳大文 😀 Chan" });
  expect(text).toContain("??? ? Chan");
  expect(text).toContain("“?” stands for letters that this file cannot show.");
  expect(text?.replaceAll(" ", "")).toContain(ORDER.statusUrl);
});

test("a long order continues on further pages, up to its total", async () => {
  const items = Array.from({ length: 100 }, (_, index) => ({ ...ORDER.items[0]!, name: `Dish ${index} ${"with everything ".repeat(6)}` }));
  const pages = await readPages({ items });
  expect(pages.length).toBeGreaterThan(3);
  const text = pages.join(" ");
  for (const { name } of items) expect(text).toContain(name.trim());
  expect(pages.at(-1)).toContain("Total (CAD)");
});

test("marks a rejected order and a test order", async () => {
  expect((await readPages({ endedAs: "Rejected" }))[0]).toContain("Rejected");
  expect((await readPages({ isTestOrder: true }))[0]).toContain("Test order");
});

test("any typed text makes a readable file", async () => {
  const items = HOSTILE_TEXTS.map(([, text]) => ({ ...ORDER.items[0]!, name: text, options: [text] }));
  expect((await readPages({ items })).join(" ")).toContain("$38.23");
});

test.each([
  ["A-042", "receipt-A-042.pdf"],
  ['../a"b\r\nX: 1', "receipt-a-b-X-1.pdf"],
  ["№ 7", "receipt-7.pdf"],
  ["", "receipt.pdf"],
])("the file of order %j is named %s", (number, expected) => {
  expect(receiptFileName(null, number)).toBe(expected);
});

test("the running number is the heading and the name of the file", async () => {
  expect(receiptFileName(1042, "A-042")).toBe("receipt-1042.pdf");
  const [text] = await readPages({ receiptNumber: 1042 });
  expect(text).toContain("Receipt 1042 Order A-042");
  expect(text).not.toContain("Receipt for order");
});
