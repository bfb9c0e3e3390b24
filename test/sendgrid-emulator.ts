import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** The emulator's behaviour for an email: accept, reject, never respond, or drop the connection (before or after accepting). */
export type SendGridBehaviour =
  | "accept"
  | "hang"
  | "reset"
  | "accept-then-reset"
  | { readonly status: number; readonly message?: string; readonly headers?: Readonly<Record<string, string>> };

export interface ReceivedMail {
  /** Our own message id (custom argument), "" when none was sent. */
  readonly messageId: string;
  readonly providerId: string;
  readonly from: string;
  readonly fromName: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly apiKey: string;
}

export interface SendGridEmulator {
  /** For SENDGRID_API_URL. */
  readonly url: string;
  /** Accepted emails, in order. */
  readonly received: readonly ReceivedMail[];
  /** All requests, whatever their result, except key checks. */
  readonly requestCount: number;
  /** Behaviours of the next requests, one each; afterwards `always` applies. */
  next(...behaviours: SendGridBehaviour[]): void;
  /** The default behaviour, or a function that decides it per request; initially "accept". */
  always(behaviour: SendGridBehaviour | (() => SendGridBehaviour)): void;
  /** Resolves when that many requests have arrived in total. */
  arrived(count: number): Promise<void>;
  close(): Promise<void>;
}

const MAX_BODY_BYTES = 1024 * 1024;

interface SendBody {
  readonly personalizations?: readonly {
    readonly to?: readonly { readonly email?: string }[];
    readonly custom_args?: Readonly<Record<string, string>>;
  }[];
  readonly from?: { readonly email?: string; readonly name?: string };
  readonly subject?: string;
  readonly content?: readonly { readonly type: string; readonly value: string }[];
  readonly custom_args?: Readonly<Record<string, string>>;
}

/**
 * An emulator of SendGrid's `POST /v3/mail/send` on a free loopback port. It validates like SendGrid and stores accepted emails. `record`
 * gets each raw body. `GET /v3/scopes` returns that any key may send.
 */
export async function startSendGridEmulator(record?: (body: string) => void): Promise<SendGridEmulator> {
  const received: ReceivedMail[] = [];
  const planned: SendGridBehaviour[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const sockets = new Set<Socket>();
  let standing: () => SendGridBehaviour = () => "accept";
  let requestCount = 0;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    if (request.method === "GET" && request.url === "/v3/scopes") return tellScopes(request, response);
    requestCount += 1;
    for (const waiter of waiting.filter(({ count }) => count <= requestCount)) waiter.resolve();
    if (request.method !== "POST" || request.url !== "/v3/mail/send") return refuse(response, 404, "not found");
    record?.(body);
    const behaviour = planned.shift() ?? standing();
    if (behaviour === "hang") return;
    if (behaviour === "reset") return void request.socket.destroy();
    if (typeof behaviour === "object")
      return refuse(response, behaviour.status, behaviour.message ?? "refused on demand", behaviour.headers);
    const mail = readMail(body, request.headers.authorization ?? "");
    if (typeof mail === "string") return refuse(response, mail.startsWith("authorization") ? 401 : 400, mail);
    received.push(mail);
    if (behaviour === "accept-then-reset") return void request.socket.destroy();
    response.writeHead(202, { "x-message-id": mail.providerId }).end();
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => refuse(response, 500, String(error)));
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    get requestCount() {
      return requestCount;
    },
    next: (...behaviours) => void planned.push(...behaviours),
    always(behaviour) {
      standing = typeof behaviour === "function" ? behaviour : () => behaviour;
    },
    arrived: (count) => (requestCount >= count ? Promise.resolve() : new Promise((resolve) => waiting.push({ count, resolve }))),
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function tellScopes(request: IncomingMessage, response: ServerResponse): void {
  if (!/^Bearer .+$/.test(request.headers.authorization ?? "")) return refuse(response, 401, "authorization required");
  response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify({ scopes: ["mail.send"] }));
}

/** The email, or its error. */
function readMail(raw: string, authorization: string): ReceivedMail | string {
  const apiKey = /^Bearer (.+)$/.exec(authorization)?.[1];
  if (apiKey === undefined) return "authorization required";
  let body: SendBody;
  try {
    body = JSON.parse(raw) as SendBody;
  } catch {
    return "Bad Request: not JSON";
  }
  const [first] = body.personalizations ?? [];
  const to = first?.to?.[0]?.email;
  if (to === undefined || !to.includes("@")) return "Does not contain a valid address.";
  if (body.from?.email === undefined || !body.from.email.includes("@")) return "The from object must be provided for every email send.";
  if (body.subject === undefined || body.subject === "") return "The subject is required.";
  if (body.content?.map(({ type }) => type).join() !== "text/plain,text/html")
    return "If present, text/plain and text/html must be the first parts, in this order.";
  return {
    messageId: first?.custom_args?.message_id ?? body.custom_args?.message_id ?? "",
    providerId: randomUUID(),
    from: body.from.email,
    fromName: body.from.name ?? "",
    to,
    subject: body.subject,
    text: body.content[0]?.value ?? "",
    html: body.content[1]?.value ?? "",
    apiKey,
  };
}

function refuse(response: ServerResponse, status: number, message: string, headers: Readonly<Record<string, string>> = {}): void {
  if (response.headersSent) return;
  response
    .writeHead(status, { "Content-Type": "application/json", ...headers })
    .end(JSON.stringify({ errors: [{ message, field: null, help: null }] }));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Error("body too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
