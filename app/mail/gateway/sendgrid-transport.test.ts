import { afterAll, beforeAll, expect, test } from "vitest";
import { startSendGridEmulator, type SendGridEmulator } from "#test/sendgrid-emulator.ts";
import { createSendGridTransport } from "./sendgrid-transport.server.ts";

let sendgrid: SendGridEmulator;
beforeAll(async () => {
  sendgrid = await startSendGridEmulator();
});
afterAll(() => sendgrid.close());

const message = {
  id: "3f0c",
  from: { name: "Shopbell Kitchen", email: "orders@shop.example" },
  to: "ana@example.com",
  subject: "Order A-042 accepted: ready about 6:45 PM",
  html: "<p>Grüße, “Ana”</p>",
  text: "Grüße, “Ana”",
};
const transport = (timeoutMs?: number) =>
  createSendGridTransport({ apiKey: "SG.secret-key", apiUrl: sendgrid.url, ...(timeoutMs === undefined ? {} : { timeoutMs }) });

test("sends an email with message id and key", async () => {
  const result = await transport().send(message);
  const mail = sendgrid.received.at(-1);
  expect(mail).toEqual({
    messageId: "3f0c",
    providerId: expect.any(String),
    from: "orders@shop.example",
    fromName: "Shopbell Kitchen",
    to: "ana@example.com",
    subject: message.subject,
    text: message.text,
    html: message.html,
    apiKey: "SG.secret-key",
  });
  expect(result).toEqual({ ok: true, providerId: mail?.providerId });
});

test.each([400, 401, 403, 413])("treats status %i as permanent with SendGrid's reason", async (status) => {
  sendgrid.next({ status, message: "The from address does not match a verified Sender Identity." });
  expect(await transport().send(message)).toEqual({
    ok: false,
    retry: false,
    ...(status === 401 || status === 403 ? { trouble: "refused" } : {}),
    message: `SendGrid answered ${status}: The from address does not match a verified Sender Identity.`,
  });
});

test.each([408, 429, 500, 503])("retries status %i", async (status) => {
  sendgrid.next({ status });
  expect(await transport().send(message)).toMatchObject({ ok: false, retry: true });
});

test("does not follow redirects", async () => {
  const before = sendgrid.requestCount;
  sendgrid.next({ status: 302, headers: { Location: `${sendgrid.url}/v3/mail/send` } });
  expect(await transport().send(message)).toMatchObject({ ok: false, retry: true });
  expect(sendgrid.requestCount).toBe(before + 1);
});

test("retries after a timeout", async () => {
  sendgrid.next("hang");
  expect(await transport(200).send(message)).toMatchObject({ ok: false, retry: true });
});

test("retries a dropped connection", async () => {
  sendgrid.next("reset");
  expect(await transport().send(message)).toMatchObject({ ok: false, retry: true });
  const nowhere = createSendGridTransport({ apiKey: "SG.k", apiUrl: "http://127.0.0.1:1" });
  expect(await nowhere.send(message)).toMatchObject({ ok: false, retry: true, message: expect.stringContaining("ECONNREFUSED") });
});

test("never shows the key in messages", async () => {
  sendgrid.next({ status: 401, message: "SG.secret-key is not a valid key" });
  const result = await transport().send(message);
  expect(result).toMatchObject({ ok: false, message: "SendGrid answered 401: (key) is not a valid key" });
});
