import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { openApiDocument } from "./document.ts";

test("the document passes Redocly's recommended rules", async () => {
  const source = JSON.stringify(openApiDocument("http://127.0.0.1:3000", "1.0.0"));
  const problems = await lintFromString({ source, config: await createConfig({ extends: ["recommended"] }) });
  expect(
    problems.map(({ severity, ruleId, message, location }) => `${severity} ${ruleId}: ${message} ${location[0]?.pointer ?? ""}`),
  ).toEqual([]);
});
