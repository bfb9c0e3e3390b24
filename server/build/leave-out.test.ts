import { readFileSync } from "node:fs";
import { parseAst } from "vite";
import { describe, expect, test } from "vitest";
import { withoutParts } from "./leave-out.ts";
import { TRIMMED_FILES, type UnusedPart } from "./unused-parts.ts";

const { version } = JSON.parse(readFileSync("node_modules/react-dom/package.json", "utf8")) as { version: string };

const SMALL = `"use strict";
function used(a) { return idle(a) + text(); }
function idle(a) { return work(a); }
function text() { return "a b c"; }
function never() { return 1; }
function Thing() {}
Thing.prototype.one = function () { return 1; };
Thing.prototype.two = function () { return 2; };
const Link = wrap(() => 1);
exports.used = used;`;

function without(part: Partial<UnusedPart>, readVersion = version): string {
  return withoutParts(SMALL, { package: "react-dom", version: readVersion, file: "small.js", parts: [{ asked: [], ...part }] });
}

describe("what is left out of React and the router", () => {
  test.each(TRIMMED_FILES)("is in $package/$file as it is installed, and what remains can be read", (trimmed) => {
    const code = readFileSync(`node_modules/${trimmed.package}/${trimmed.file}`, "utf8");
    const rest = withoutParts(code, trimmed);
    expect(rest.length).toBeLessThan(code.length);
    expect(() => parseAst(rest)).not.toThrow();
  });

  test("each function gets the body of its kind, and nothing else is touched", () => {
    const rest = without({ idle: ["idle"], silent: ["text"], refused: ["never"], assigned: ["Thing.prototype."], nothing: ["Link"] });
    expect(rest).toContain("function idle(a) {}");
    expect(rest).toContain('function text() {return""}');
    expect(rest).toContain("function never() {throw Error(");
    expect(rest).not.toContain("prototype");
    expect(rest).toContain("const Link = undefined;");
    expect(rest).toContain("function used(a) { return idle(a) + text(); }");
    expect(rest).toContain("exports.used = used;");
  });

  test.each([
    ["a version nobody has read", () => without({ idle: ["idle"] }, "1.2.3"), `react-dom is ${version}`],
    ["a function that is gone", () => without({ idle: ["idel"] }), "0 functions idel"],
    ["a constant that is gone", () => without({ nothing: ["Knil"] }), "no constant Knil"],
    ["an assignment that is gone", () => without({ assigned: ["Thing.prototype.three"] }), "assigns nothing to Thing.prototype.three"],
  ])("%s stops the build", (_, act, message) => {
    expect(act).toThrow(message);
  });
});
