import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterUse } from "./after-use.ts";

/* Parts of a Stripe account that the simulator lacks: the permissions of a key, and webhook endpoints. */

export interface AccountEndpoint {
  readonly id: string;
  url: string;
  enabled_events: string[];
  status: "enabled" | "disabled";
  metadata: Record<string, string>;
}

interface AccountOptions {
  /** Paths that the key may not use. */
  readonly forbidden?: readonly string[];
  readonly endpoints?: readonly Partial<AccountEndpoint>[];
}

/** A request and its response, for the contract tests. */
export interface AccountExchange {
  readonly method: string;
  readonly path: string;
  readonly form: string;
  readonly isSecret: true;
  readonly status: number;
  readonly answer: string;
}

const PATH = "/v1/webhook_endpoints";

/** An account on loopback, closed after the last test. Requests with the same idempotency key create one endpoint. */
export async function openStripeAccountServer({ forbidden = [], endpoints: first = [] }: AccountOptions = {}) {
  const endpoints: AccountEndpoint[] = first.map((each, index) => endpoint(`we_given${index}`, each));
  const answers = new Map<string, unknown>();
  const exchanges: AccountExchange[] = [];
  const state = { loseNextCreation: false, beforeCreation: async () => {} };
  let made = 0;

  function create(fields: URLSearchParams, key: string | undefined): unknown {
    const storedAnswer = key === undefined ? undefined : answers.get(key);
    if (storedAnswer !== undefined) return storedAnswer;
    made += 1;
    const created = endpoint(`we_made${made}`, readFields(fields));
    endpoints.push(created);
    const answer = { ...wire(created), secret: `whsec_made${made}` };
    if (key !== undefined) answers.set(key, answer);
    return answer;
  }

  function change(id: string, method: string, fields: URLSearchParams): unknown {
    const found = endpoints.find((each) => each.id === id);
    if (found === undefined) return undefined;
    if (method === "DELETE") {
      endpoints.splice(endpoints.indexOf(found), 1);
      return { id, object: "webhook_endpoint", deleted: true };
    }
    const { disabled, ...read } = readFields(fields);
    Object.assign(found, read, disabled === "false" ? { status: "enabled" } : {});
    return wire(found);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = "", query = ""] = (request.url ?? "").split("?");
    const method = request.method ?? "";
    const body = await bodyOf(request);
    const form = method === "GET" ? query : body;
    const fields = new URLSearchParams(form);
    const isForbidden = forbidden.includes(path);
    const isCreation = method === "POST" && path === PATH;
    if (isCreation) await state.beforeCreation();
    const found = isForbidden ? undefined : respond({ path, method, fields, key: request.headers["idempotency-key"]?.toString() });
    const status = isForbidden ? 403 : found === undefined ? 404 : 200;
    const refused = { error: { type: "invalid_request_error", message: isForbidden ? "The key lacks a right." : "No such object" } };
    if (isCreation && state.loseNextCreation) {
      state.loseNextCreation = false;
      request.socket.destroy();
      return;
    }
    const text = JSON.stringify(found ?? refused);
    exchanges.push({ method, path, form, isSecret: true, status, answer: text });
    response.writeHead(status, { "Content-Type": "application/json" }).end(text);
  }

  function respond({ path, method, fields, key }: AccountRequest): unknown {
    if (path === PATH) return method === "POST" ? create(fields, key) : list(path, endpoints.map(wire));
    if (path.startsWith(`${PATH}/`)) return change(path.slice(PATH.length + 1), method, fields);
    return method === "GET" ? list(path, []) : undefined;
  }

  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  afterUse(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, endpoints, exchanges, state };
}

interface AccountRequest {
  readonly path: string;
  readonly method: string;
  readonly fields: URLSearchParams;
  readonly key: string | undefined;
}

function endpoint(id: string, given: Partial<AccountEndpoint>): AccountEndpoint {
  return { url: "", enabled_events: ["*"], status: "enabled", metadata: {}, ...given, id };
}

function wire(given: AccountEndpoint): object {
  return {
    ...given,
    object: "webhook_endpoint",
    api_version: null,
    application: null,
    created: 1_780_000_000,
    description: null,
    livemode: false,
  };
}

function list(url: string, data: readonly object[]): object {
  return { object: "list", url, has_more: false, data };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}

function readFields(fields: URLSearchParams): Partial<AccountEndpoint> & { disabled?: string } {
  const events = [...fields].filter(([name]) => name.startsWith("enabled_events")).map(([, value]) => value);
  const metadata = Object.fromEntries(
    [...fields].flatMap(([name, value]) => (name.startsWith("metadata[") ? [[name.slice("metadata[".length, -1), value]] : [])),
  );
  const url = fields.get("url");
  const disabled = fields.get("disabled");
  return {
    ...(url === null ? {} : { url }),
    ...(events.length === 0 ? {} : { enabled_events: events }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    ...(disabled === null ? {} : { disabled }),
  };
}
