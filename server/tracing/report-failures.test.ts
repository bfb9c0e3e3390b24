import { ExportResultCode } from "@opentelemetry/core";
import { expect, test } from "vitest";
import { reportFailures } from "./opentelemetry.ts";

test("logs lost traces at most once a minute", async () => {
  let time = 1_000_000;
  const logged: string[] = [];
  const log = { warn: ({ reason }: { readonly reason: string }) => void logged.push(reason) };
  const failing = {
    export: (_spans: unknown, done: (result: { code: ExportResultCode; error: Error }) => void) =>
      done({ code: ExportResultCode.FAILED, error: new Error("refused") }),
    shutdown: () => Promise.resolve(),
  };
  const exporter = reportFailures(failing, { log, now: () => new Date(time) });
  const codes: ExportResultCode[] = [];
  const send = () => exporter.export([], ({ code }) => codes.push(code));
  send();
  send();
  expect(logged).toEqual(["refused"]);
  time += 60_000;
  send();
  expect(logged).toEqual(["refused", "refused"]);
  expect(codes).toEqual([ExportResultCode.FAILED, ExportResultCode.FAILED, ExportResultCode.FAILED]);
});
