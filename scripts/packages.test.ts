import { expect, test } from "vitest";
import { inProject, readJson } from "./project.mjs";

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
}

const { packages } = readJson(inProject("package-lock.json")) as { readonly packages: Readonly<Record<string, LockedPackage>> };
const { allowScripts } = readJson(inProject("package.json")) as { readonly allowScripts: Readonly<Record<string, boolean>> };
const installed = Object.entries(packages).filter(([folder]) => folder !== "");
const inProduction = installed.filter(([, { dev }]) => dev !== true);

/** Licences that an MIT program may use beside its own code. LGPL only for sharp's library, which is loaded and never linked in. */
const ALLOWED = [
  "MIT",
  "MIT-0",
  "(MIT OR Apache-2.0)",
  "(MIT OR CC0-1.0)",
  "Apache-2.0",
  "ISC",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "0BSD",
  "BlueOak-1.0.0",
  "MPL-2.0",
  "OFL-1.1",
  "MIT AND OFL-1.1",
  "CC-BY-4.0",
  "Unlicense",
];
/** Their LICENSE file is the MIT licence, which package.json does not name. */
const MIT_BY_FILE = ["node_modules/png-js"];
const WITH_SHARP = /^node_modules\/@img\/sharp-/;

test("every production package has an allowed licence", () => {
  const others = inProduction
    .filter(([folder]) => !MIT_BY_FILE.includes(folder))
    .filter(([folder, { license }]) => !ALLOWED.includes(license ?? "none") && !WITH_SHARP.test(folder));
  expect(others.map(([folder, { license }]) => `${folder}: ${license ?? "none"}`)).toEqual([]);
});

test("every package is pinned with an integrity hash", () => {
  expect(
    installed.filter(([, { integrity, version }]) => integrity === undefined || version === undefined).map(([folder]) => folder),
  ).toEqual([]);
});

test("only packages named in package.json have install scripts", () => {
  const withScripts = inProduction.filter(([, { hasInstallScript }]) => hasInstallScript === true);
  const names = withScripts.map(([folder]) => folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length));
  expect(names.filter((name) => allowScripts[name] !== true)).toEqual([]);
  expect(Object.keys(allowScripts).filter((name) => !names.includes(name))).toEqual([]);
});
