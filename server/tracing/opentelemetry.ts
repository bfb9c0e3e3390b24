import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context, type Span } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { ExportResultCode, W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
  type SpanExporter,
} from "@opentelemetry/sdk-trace";
import type { Logger } from "pino";
import type { TracingEnv } from "#app/http/env.server.ts";
import { setTracer, type SpanStart, type Tracer } from "#app/platform/tracing.server.ts";
import { errorMessage } from "#app/values/narrow.ts";

/** A collector that does not respond must not delay the end of the process. */
const FLUSH_MS = 2_000;
const QUIET_MS = 60_000;
const KINDS = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;
const ROOT_KINDS: readonly SpanStart["kind"][] = ["server", "consumer"];

export interface TracingOptions {
  readonly tracing: TracingEnv;
  readonly log: Pick<Logger, "warn">;
  readonly now: () => Date;
}

/**
 * Sends spans to the collector of OTEL_EXPORTER_OTLP_ENDPOINT, which the exporter reads with its headers and certificates. Returns a
 * function that sends the remaining spans and shuts down, within two seconds.
 */
export function startOpenTelemetry(options: TracingOptions): () => Promise<void> {
  const exporter = reportFailures(new OTLPTraceExporter(), options);
  const resource = defaultResource()
    .merge(resourceFromAttributes({ "service.name": "shopbell" }))
    .merge(detectResources({ detectors: [envDetector] }));
  const provider = new TracerProvider({
    resource,
    sampler: samplerOf(options.tracing),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: options.tracing.sendDelayMs })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  setTracer(createTracer(provider));
  return async () => {
    setTracer(null);
    const flushed = provider.shutdown().catch(() => undefined);
    await Promise.race([flushed, new Promise((resolve) => setTimeout(resolve, FLUSH_MS).unref())]);
    context.disable();
  };
}

function createTracer(provider: TracerProvider): Tracer {
  const tracer = provider.getTracer("shopbell");
  const w3c = new W3CTraceContextPropagator();
  const getter = {
    keys: (carrier: object) => Object.keys(carrier),
    get: (carrier: { traceparent: string }, key: string) => (key === "traceparent" ? carrier.traceparent : undefined),
  };

  function parentOf({ kind, traceparent }: SpanStart): Context | null {
    const active = context.active();
    if (traceparent !== undefined) return w3c.extract(ROOT_CONTEXT, { traceparent }, getter);
    if (ROOT_KINDS.includes(kind)) return ROOT_CONTEXT;
    return trace.getSpan(active) === undefined ? null : active;
  }

  return {
    async span(start, work) {
      const parent = parentOf(start);
      if (parent === null) return work({ set: () => undefined, fail: () => undefined });
      const span = tracer.startSpan(start.name, { kind: KINDS[start.kind], attributes: { ...start.attributes } }, parent);
      const fail = (reason: string) => markFailed(span, reason);
      try {
        return await context.with(trace.setSpan(parent, span), () => work({ set: (attributes) => span.setAttributes(attributes), fail }));
      } catch (error) {
        // The message may contain a customer's input.
        fail(error instanceof Error ? error.name : "error");
        throw error;
      } finally {
        span.end();
      }
    },
    event: (name, attributes) => void trace.getActiveSpan()?.addEvent(name, attributes),
    ids(): ReturnType<Tracer["ids"]> {
      const ids = trace.getActiveSpan()?.spanContext();
      return ids === undefined ? {} : { trace_id: ids.traceId, span_id: ids.spanId };
    },
  };
}

function markFailed(span: Span, reason: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message: reason });
  span.setAttribute("error.type", reason);
}

/** Logs at most once a minute that spans are lost. */
export function reportFailures(exporter: SpanExporter, { log, now }: Pick<TracingOptions, "log" | "now">): SpanExporter {
  let quietUntil = 0;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.code === ExportResultCode.FAILED && now().getTime() >= quietUntil) {
          quietUntil = now().getTime() + QUIET_MS;
          log.warn({ reason: errorMessage(result.error) }, "traces cannot be sent to OTEL_EXPORTER_OTLP_ENDPOINT and are dropped");
        }
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

const ROOT_SAMPLERS: Readonly<Record<string, (ratio: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
};

function samplerOf({ sampler, ratio }: TracingEnv): Sampler {
  const root = (ROOT_SAMPLERS[sampler.replace("parentbased_", "")] ?? (() => new AlwaysOnSampler()))(ratio);
  return sampler.startsWith("parentbased_") ? new ParentBasedSampler({ root }) : root;
}
