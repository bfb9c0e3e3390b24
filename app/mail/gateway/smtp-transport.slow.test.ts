import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import type { SMTPServerOptions } from "smtp-server";
import { expect, test } from "vitest";
import { afterUse } from "#test/after-use.ts";
import { openSmtpServer, SIGN_IN } from "#test/smtp-server.ts";
import { checkMailServer, connectionOf, createSmtpTransport } from "./smtp-transport.server.ts";

const MESSAGE = {
  id: "3f0c",
  from: { name: "Shopbell Kitchen", email: "orders@shop.example" },
  to: "ana@example.com",
  subject: "Order A-042 accepted: ready about 6:45 PM",
  html: "<p>Grüße, “Ana”</p>",
  text: "Grüße, “Ana”",
};
/** A server, and a transport that signs in there. */
async function openServer(options?: SMTPServerOptions) {
  const server = await openSmtpServer(options);
  return { ...server, transport: createSmtpTransport({ ...server.address, ...SIGN_IN, timeoutMs: 5_000 }) };
}

const answer = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

test("sends a message with its own id, sender and both texts", async () => {
  const { received, transport } = await openServer();
  expect(await transport.send(MESSAGE)).toEqual({ ok: true, providerId: "<3f0c@shop.example>" });
  expect(received).toMatchObject([{ from: "orders@shop.example", to: ["ana@example.com"] }]);
  const text = received[0]?.text ?? "";
  expect(text).toMatch(/^From: Shopbell Kitchen <orders@shop\.example>\r$/m);
  expect(text).toMatch(/^Message-ID: <3f0c@shop\.example>\r$/m);
  expect(text).toMatch(/^Content-Type: multipart\/alternative/m);
});

test("a name or subject cannot add headers", async () => {
  const { received, transport } = await openServer();
  const hostile = {
    ...MESSAGE,
    subject: "Hello\r\nBcc: eve@example.com",
    from: { ...MESSAGE.from, name: 'Eve" <eve@example.com>\r\nX-A: 1' },
  };
  expect(await transport.send(hostile)).toMatchObject({ ok: true });
  expect(received[0]?.to).toEqual(["ana@example.com"]);
  expect(received[0]?.text).not.toMatch(/^(?:Bcc|X-A):/im);
});

test("reports a wrong password as the shop's problem, without showing it", async () => {
  const { address } = await openServer();
  const wrong = { ...address, user: SIGN_IN.user, password: "wrong-password", timeoutMs: 5_000 };
  for (const result of [await createSmtpTransport(wrong).send(MESSAGE), await checkMailServer(wrong)]) {
    expect(result).toMatchObject({ ok: false, retry: false, trouble: "refused" });
    expect(JSON.stringify(result)).toContain("(password)");
    expect(JSON.stringify(result)).not.toContain("wrong-password");
  }
});

test("confirms a correct password without sending an email", async () => {
  const { address, received } = await openServer();
  expect(await checkMailServer({ ...address, ...SIGN_IN, timeoutMs: 5_000 })).toMatchObject({ ok: true });
  expect(received).toEqual([]);
});

test.each([
  [550, false],
  [552, false],
  [451, true],
])("an unknown recipient answered with %i is tried again: %s", async (status, retry) => {
  const { transport } = await openServer({ onRcptTo: (_address, _session, done) => done(answer(status, "No mailbox here")) });
  const result = await transport.send(MESSAGE);
  expect(result).toMatchObject({ ok: false, retry, message: expect.stringContaining("No mailbox here") });
  expect(result).not.toHaveProperty("trouble");
});

test("reports a refused sender as the shop's problem", async () => {
  const { transport } = await openServer({ onMailFrom: (_address, _session, done) => done(answer(553, "Sender not allowed")) });
  expect(await transport.send(MESSAGE)).toMatchObject({ ok: false, retry: false, trouble: "refused" });
});

test("sends again with the same id after a lost response", async () => {
  const sockets: Socket[] = [];
  const { received, address } = await openServer({
    onData(stream) {
      stream.resume();
      stream.on("end", () => sockets.forEach((socket) => socket.destroy()));
    },
  });
  // The connection is cut between the message and the answer.
  const relay = createServer((client) => {
    const upstream = connect(address.port, address.host);
    sockets.push(client, upstream);
    client.pipe(upstream).pipe(client);
    for (const each of [client, upstream]) each.on("error", () => undefined);
  });
  relay.listen(0, "127.0.0.1");
  await once(relay, "listening");
  afterUse(() => new Promise<void>((resolve) => relay.close(() => resolve())));
  const { port } = relay.address() as AddressInfo;
  const lost = await createSmtpTransport({ host: "127.0.0.1", port, ...SIGN_IN, timeoutMs: 5_000 }).send(MESSAGE);
  expect(lost).toMatchObject({ ok: false, retry: true, trouble: "silent" });
  expect(received).toEqual([]);
});

test("retries when the server is silent or unreachable", async () => {
  const silent = createServer((socket) => socket.on("error", () => undefined));
  silent.listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const options = { host: "127.0.0.1", port, user: "", password: "", timeoutMs: 300 };
  expect(await createSmtpTransport(options).send(MESSAGE)).toMatchObject({ ok: false, retry: true, trouble: "silent" });
  await new Promise<void>((resolve) => silent.close(() => resolve()));
  expect(await createSmtpTransport(options).send(MESSAGE)).toMatchObject({ ok: false, retry: true, trouble: "silent" });
});

test.each([
  ["mail.example.com", 587, "orders", { secure: false, requireTLS: true, ignoreTLS: false }],
  ["mail.example.com", 465, "orders", { secure: true, requireTLS: true, ignoreTLS: false }],
  ["mail.example.com", 25, "", { secure: false, requireTLS: false, ignoreTLS: false }],
  ["localhost", 25, "orders", { secure: false, requireTLS: false, ignoreTLS: true }],
])("%s:%i as “%s” is connected to with the right encryption", (host, port, user, expected) => {
  expect(connectionOf({ host, port, user, password: "x" })).toMatchObject(expected);
});
