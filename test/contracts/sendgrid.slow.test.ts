import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { randomUUID } from "node:crypto";
import { MAIL_KINDS } from "#app/orders/domain/mail/order-mail.ts";
import { sampleMail } from "#app/orders/domain/mail/sample-mail.ts";
import { writeOrderMail } from "#app/orders/workflows/mail/order-mail.server.ts";
import { DEFAULT_SETTINGS } from "#app/store/domain/settings.ts";
import { createSendGridTransport } from "#app/mail/gateway/sendgrid-transport.server.ts";
import { startSendGridEmulator } from "#test/sendgrid-emulator.ts";
import { checkTypes } from "./vendor-types.ts";

const bodies: string[] = [];
const sendGrid = await startSendGridEmulator((body) => bodies.push(body));
afterAll(() => sendGrid.close());

interface SentMail {
  readonly subject: string;
  readonly content: readonly { readonly type: string; readonly value: string }[];
}

const IMPORT = `import type { MailJSON } from "@sendgrid/helpers/classes/mail";`;

/** What SendGrid's description of POST /v3/mail/send says about sizes. */
const LIMITS = { personalizations: 1_000, customArgsBytes: 10_000, messageBytes: 30 * 1024 * 1024 };

test("an email matches SendGrid's published type and limits", { timeout: 300_000 }, async () => {
  const transport = createSendGridTransport({ apiKey: "SG.test", apiUrl: sendGrid.url });
  const mail = {
    id: "9d6c8c6e-9f2c-4b6e-9d0e-2a5a4d8f8f10",
    from: { email: "shop@example.com", name: "Ana's Kitchen, Toronto" },
    to: "customer@example.com",
    subject: "Order 1042 is received",
    text: "Thank you.",
    html: "<p>Thank you.</p>",
  };
  expect(await transport.send(mail)).toMatchObject({ ok: true });
  const [raw = ""] = bodies;
  const body = JSON.parse(raw) as {
    readonly personalizations: readonly unknown[];
    readonly custom_args: object;
    readonly content: unknown;
  };
  const { version } = JSON.parse(readFileSync("node_modules/@sendgrid/mail/package.json", "utf8")) as { readonly version: string };
  console.info(`SendGrid: SDK ${version}, API v3`);
  expect(await checkTypes(IMPORT, [{ about: "POST /v3/mail/send", type: "MailJSON", value: body }])).toBe("");
  expect(body.personalizations.length).toBeLessThanOrEqual(LIMITS.personalizations);
  expect(JSON.stringify(body.custom_args).length).toBeLessThan(LIMITS.customArgsBytes);
  expect(raw.length).toBeLessThan(LIMITS.messageBytes);
  expect(body.content).toEqual([
    { type: "text/plain", value: mail.text },
    { type: "text/html", value: mail.html },
  ]);
});

test("every kind of email of a shop with a long name matches SendGrid's limits", { timeout: 300_000 }, async () => {
  const transport = createSendGridTransport({ apiKey: "SG.test", apiUrl: sendGrid.url });
  const settings = { ...DEFAULT_SETTINGS, APP_NAME: "“Ana’s” Kitchen, Toronto 🍰".repeat(4) };
  const seen = bodies.length;
  for (const kind of MAIL_KINDS) {
    const written = await writeOrderMail(kind, sampleMail(kind, settings, "https://shop.example"));
    if (written === null) throw new Error(`no email for ${kind}`);
    const mail = { id: randomUUID(), from: { email: "shop@example.com", name: settings.APP_NAME }, to: "customer@example.com", ...written };
    expect(await transport.send(mail), kind).toMatchObject({ ok: true });
  }
  const sent = bodies.slice(seen).map((raw) => JSON.parse(raw) as SentMail);
  expect(sent).toHaveLength(MAIL_KINDS.length);
  const samples = sent.map((value, index) => ({ about: MAIL_KINDS[index] ?? "", type: "MailJSON", value }));
  expect(await checkTypes(IMPORT, samples)).toBe("");
  for (const { subject, content } of sent) {
    expect(subject.length).toBeGreaterThan(0);
    expect(content.map(({ type }) => type)).toEqual(["text/plain", "text/html"]);
    for (const { value } of content) expect(value.length).toBeGreaterThan(0);
  }
});

test("reports an email with a field that SendGrid does not know", { timeout: 300_000 }, async () => {
  const value = { ...(JSON.parse(bodies[0] ?? "{}") as object), colour: "red" };
  expect(await checkTypes(IMPORT, [{ about: "wrong", type: "MailJSON", value }])).toContain("colour");
});
