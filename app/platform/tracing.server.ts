/*
 * Spans of requests, jobs, transactions and calls to other services. No packages here: without tracing (server/tracing/) nothing is loaded, and work
 * runs as it would without a span.
 */

type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanStart {
  readonly name: string;
  /** A server's or consumer's span may begin a trace; others only exist within one. */
  readonly kind: "server" | "consumer" | "client" | "internal";
  readonly attributes?: SpanAttributes;
  /** The W3C header of a trusted sender. */
  readonly traceparent?: string | undefined;
}

export interface ActiveSpan {
  set(attributes: SpanAttributes): void;
  /** For failures that are values. `reason` must not hold personal data. */
  fail(reason: string): void;
}

export interface Tracer {
  span<T>(start: SpanStart, work: (span: ActiveSpan) => Promise<T>): Promise<T>;
  /** An event of the current span. */
  event(name: string, attributes: SpanAttributes): void;
  /** For log lines. */
  ids(): Readonly<Record<string, string>>;
}

const NO_SPAN: ActiveSpan = { set: () => undefined, fail: () => undefined };
const NO_IDS: Readonly<Record<string, string>> = {};
const LONGEST_STATEMENT = 500;

let tracer: Tracer | null = null;

/** Once per process, before the database is opened; null ends it. */
export function setTracer(next: Tracer | null): void {
  tracer = next;
}

export function isTracing(): boolean {
  return tracer !== null;
}

/** A throw or a rejection marks the span as failed. */
export function inSpan<T>(start: SpanStart, work: (span: ActiveSpan) => Promise<T>): Promise<T> {
  return tracer === null ? work(NO_SPAN) : tracer.span(start, work);
}

/** A call to another service, whose failures are values. `service.call` is the span's name. */
export function inCall<T>(service: string, call: string, work: () => Promise<T>, failureOf: (result: T) => string | null): Promise<T> {
  return inSpan({ name: `${service}.${call}`, kind: "client", attributes: { "peer.service": service } }, async (span) => {
    const result = await work();
    const failure = failureOf(result);
    if (failure !== null) span.fail(failure);
    return result;
  });
}

/** `trace_id` and `span_id` of the current span; empty outside. */
export function traceIds(): Readonly<Record<string, string>> {
  return tracer?.ids() ?? NO_IDS;
}

/** Options of Drizzle that write each statement, without its values, into the current span. */
export function statementEvents(): { readonly logger?: { logQuery(query: string): void } } {
  const current = tracer;
  if (current === null) return {};
  return { logger: { logQuery: (query) => current.event("statement", { "db.query.text": query.slice(0, LONGEST_STATEMENT) }) } };
}
