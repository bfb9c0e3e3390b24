import { expect, test } from "vitest";
import { createReportCollector } from "./collect-reports.ts";
import type { ToWorker } from "./messages.ts";

interface FakeWorker {
  readonly heard: ToWorker[];
  send(message: ToWorker): void;
}

function fakeWorker(): FakeWorker {
  const heard: ToWorker[] = [];
  return { heard, send: (message) => void heard.push(message) };
}

test("returns the metrics of every worker to the requesting one", () => {
  const workers = [fakeWorker(), fakeWorker()];
  const collector = createReportCollector(() => workers);
  const [first, second] = workers;
  if (first === undefined || second === undefined) throw new Error("two workers");
  collector.handle(first, { kind: "collect", id: "a" });
  expect(workers.map(({ heard }) => heard)).toEqual([[{ kind: "report", id: "a" }], [{ kind: "report", id: "a" }]]);
  collector.handle(second, { kind: "report", id: "a", report: [] });
  collector.handle(second, { kind: "report", id: "of an earlier question", report: [] });
  expect(first.heard).toHaveLength(1);
  collector.handle(first, { kind: "report", id: "a", report: [] });
  expect(first.heard.at(-1)).toEqual({ kind: "reports", id: "a", reports: [[], []] });
  expect(second.heard).toHaveLength(1);
});

test("leaves out a worker that does not respond in time", async () => {
  const [first, second] = [fakeWorker(), fakeWorker()];
  const collector = createReportCollector(() => [first, second], 1);
  collector.handle(first, { kind: "collect", id: "a" });
  collector.handle(first, { kind: "report", id: "a", report: [] });
  await expect.poll(() => first.heard.at(-1)).toEqual({ kind: "reports", id: "a", reports: [[]] });
});
