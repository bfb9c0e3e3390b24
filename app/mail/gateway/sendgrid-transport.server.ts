import type sendgrid from "@sendgrid/mail";
import type { EmailMessage, EmailTransport, SendResult } from "./transport.server.ts";
import { textOf, propertyOf } from "#app/values/narrow.ts";

export interface SendGridOptions {
  readonly apiKey: string;
  /** Without a trailing slash; null = SendGrid's own. */
  readonly apiUrl: string | null;
  /** Total time for one message; default 10 s. */
  readonly timeoutMs?: number;
}

/** The part of the SDK's HTTP client that is missing from its types. */
interface SendGridClient {
  setDefaultHeader(name: string, value: string): unknown;
  setDefaultRequest(options: Readonly<Record<string, unknown>>): unknown;
}

type Service = typeof sendgrid & { readonly client: SendGridClient };

const DEFAULT_TIMEOUT_MS = 10_000;
const SENDGRID_API = "https://api.sendgrid.com";
/** SendGrid's responses have a few hundred bytes; a larger one is not SendGrid's. */
const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_REASON_LENGTH = 300;
/** Temporary 4xx responses; every other 4xx is a permanent refusal of this message, key or sender. */
const PASSING_REFUSALS: ReadonlySet<number> = new Set([408, 425, 429]);

/** The SDK, loaded with the first message: it takes five megabytes, and a shop without a key never needs it. */
async function openService({ apiKey, apiUrl, timeoutMs = DEFAULT_TIMEOUT_MS }: SendGridOptions): Promise<Service> {
  const loaded = await import("@sendgrid/mail");
  // The package exports the class as a property of its default instance; its types declare it only for CommonJS.
  const { MailService } = loaded.default as typeof loaded.default & { readonly MailService: new () => Service };
  const service = new MailService();
  // Not `setApiKey`: it would reset the address to the vendor's, and log keys of an unknown format.
  service.client.setDefaultHeader("Authorization", `Bearer ${apiKey}`);
  service.client.setDefaultRequest({
    baseUrl: apiUrl ?? SENDGRID_API,
    timeout: timeoutMs,
    maxContentLength: MAX_ANSWER_BYTES,
    maxRedirects: 0,
  });
  return service;
}

/** Sends by SendGrid's v3 API through the vendor's SDK. One instance per key, because the SDK keeps its key in the instance. */
export function createSendGridTransport(options: SendGridOptions): EmailTransport {
  const { apiKey, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  let opened: Promise<Service> | undefined;
  return {
    name: "sendgrid",
    async send(message) {
      const service = await (opened ??= openService(options));
      try {
        const [response] = await withDeadline(service.send(toSendGrid(message)), timeoutMs);
        return { ok: true, providerId: textOf(response.headers, "x-message-id") ?? "" };
      } catch (error) {
        const refused = refusal(error);
        return { ...refused, message: refused.message.replaceAll(apiKey, "(key)").slice(0, MAX_REASON_LENGTH) };
      }
    },
  };
}

function toSendGrid({ id, from, to, subject, html, text }: EmailMessage) {
  return {
    from: { email: from.email, name: from.name },
    to,
    subject,
    text,
    html,
    customArgs: { message_id: id },
    // The links contain the order's token, so they are not rewritten for click tracking.
    trackingSettings: { clickTracking: { enable: false, enableText: false }, openTracking: { enable: false } },
  };
}

/** The SDK's timeout only covers silence; a slowly trickling response would block a worker forever. */
async function withDeadline<T>(sending: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs / 1000} s`)), timeoutMs);
  });
  try {
    return await Promise.race([sending, deadline]);
  } finally {
    clearTimeout(timer);
  }
}

function refusal(error: unknown): Extract<SendResult, { ok: false }> {
  const code = propertyOf(error, "code");
  if (typeof code === "number") {
    const retry = code < 400 || code >= 500 || PASSING_REFUSALS.has(code);
    const silence = code >= 500 || code < 400 ? "silent" : undefined;
    const trouble = code === 401 || code === 403 ? "refused" : silence;
    return {
      ok: false,
      retry,
      ...(trouble === undefined ? {} : { trouble }),
      message: `SendGrid answered ${code}: ${reasons(propertyOf(propertyOf(error, "response"), "body")) || "no reason given"}`,
    };
  }
  const why = error instanceof Error ? error.message : String(error);
  return {
    ok: false,
    retry: true,
    trouble: "silent",
    message: `SendGrid could not be reached: ${why}${typeof code === "string" && !why.includes(code) ? ` (${code})` : ""}`,
  };
}

/** SendGrid's `{errors: [{message, field}]}` as one line; "" for anything else. */
function reasons(body: unknown): string {
  const errors = propertyOf(body, "errors");
  if (!Array.isArray(errors)) return "";
  return errors
    .map(
      ({ message, field }: { message?: unknown; field?: unknown }) =>
        `${String(message)}${typeof field === "string" && field !== "" ? ` (${field})` : ""}`,
    )
    .join("; ");
}
