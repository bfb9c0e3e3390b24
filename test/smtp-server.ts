import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterUse } from "./after-use.ts";

export const SIGN_IN = { user: "orders", password: "a-long-password" };

/** A real SMTP server on loopback with one account, and its accepted messages. */
export async function openSmtpServer(options: SMTPServerOptions = {}) {
  const received: { from: string; to: string[]; text: string }[] = [];
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      username === SIGN_IN.user && password === SIGN_IN.password
        ? done(null, { user: username })
        : done(Object.assign(new Error(`No account ${username} with ${password}`), { responseCode: 535 })),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString("utf8"),
        });
        done();
      });
    },
    ...options,
  });
  server.on("error", () => undefined);
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  afterUse(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = listening.address() as AddressInfo;
  return { received, address: { host: "127.0.0.1", port } };
}
