import fs from "node:fs";
import path from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routes from "#app/routes.ts";
import { filesOfRoutes } from "#test/route-files.ts";
import { STANDARD_SECTIONS } from "#test/standard-sections.ts";
import { MODULES } from "./lint/architecture.ts";
import { inProject } from "./project.mjs";

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "docs/security.md",
  "docs/reliability.md",
  "docs/architecture.md",
  "docs/admin-sections.md",
  "docs/specification.md",
  "bench/README.md",
].concat(
  ["docs/rules", "docs/decisions", "docs/operations"].flatMap((folder) =>
    fs.readdirSync(inProject(folder)).map((file) => `${folder}/${file}`),
  ),
);
const textOf = (file: string) => fs.readFileSync(inProject(file), "utf8");
const exists = (file: string) => fs.existsSync(inProject(file));

test("every path in the docs exists", () => {
  const missing = pages.flatMap((page) => {
    const text = textOf(page);
    const named = [...text.matchAll(/`((?:app|server|db|docs|scripts|test|e2e|bench|stripe-simulator)\/[^`*<:\s]*)`/g)].map(
      ([, file = ""]) => file,
    );
    const linked = [...text.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, file = ""]) => path.posix.join(path.posix.dirname(page), file));
    return [...named, ...linked].filter((file) => !exists(file)).map((file) => `${page}: ${file}`);
  });
  expect(missing).toEqual([]);
});

test("no page has merge conflict markers", () => {
  expect(pages.filter((page) => /^(?:<{7} |={7}$|>{7} )/m.test(textOf(page)))).toEqual([]);
});

test("docs/architecture.md lists every module in order", () => {
  const modules = [...textOf("docs/architecture.md").matchAll(/^ {2}([a-z]+)\/ {2,}/gm)].map(([, name]) => name);
  expect(modules).toEqual([...MODULES]);
});

test("docs/security.md lists every security event that the code logs", () => {
  const files = ["app", "server"].flatMap((folder) =>
    fs
      .readdirSync(inProject(folder), { recursive: true, encoding: "utf8" })
      .map((file) => `${folder}/${file}`)
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file)),
  );
  const events = /\bsecurity: "([\w-]+)"|noteSignInRefusal\(services, info, "([\w-]+)"/g;
  const logged = files.flatMap((file) => [...textOf(file).matchAll(events)].map(([, plain, ofSignIn]) => plain ?? ofSignIn ?? ""));
  const [, table = ""] = /\| `security` \| means \|\n([\s\S]*?)\n\n/.exec(textOf("docs/security.md")) ?? [];
  const cells = table.split("\n").map((row) => row.split("|")[1] ?? "");
  const listed = cells.flatMap((cell) => [...cell.matchAll(/`([\w-]+)`/g)].map(([, name = ""]) => name));
  expect(listed.toSorted()).toEqual([...new Set(logged)].toSorted());
});

test("comments cite nothing outside the repository", () => {
  const files = fs.globSync("{app,server,stripe-simulator,db,test,e2e,bench,scripts}/**/*.{ts,tsx,mjs,css}", { cwd: inProject() });
  const cites = /specification (?:section|page)|\bsections? \d|quality rule|ordering rule|§|\((?:T\d+[,)])/i;
  const citing = files.filter((file) => exists(file) && !file.endsWith("docs.test.ts") && cites.test(textOf(file)));
  expect(citing).toEqual([]);
  const pointed = files.flatMap((file) => (exists(file) ? [...textOf(file).matchAll(/docs\/[a-z/0-9-]+\.md/g)].map(([page]) => page) : []));
  expect([...new Set(pointed)].filter((page) => !exists(page))).toEqual([]);
});

test("docs/architecture.md names the route file of every address, or its folder", () => {
  const map = textOf("docs/architecture.md");
  const named = [...map.matchAll(/`(app\/routes\/[^`…]+)`/g)].map(([, file = ""]) => file);
  const files = [...new Set(filesOfRoutes(routes).values())].map((file) => `app/${file}`);
  expect(files.length).toBeGreaterThan(100);
  const standard = STANDARD_SECTIONS.map(({ name }) => `app/routes/admin/${name}/`);
  expect(
    files.filter((file) => ![...named, ...standard].some((name) => (name.endsWith("/") ? file.startsWith(name) : file === name))),
  ).toEqual(["app/routes/shop/layout.tsx"]);
});

test("docs/admin-sections.md lists each admin page with related tests", () => {
  const rows = [...textOf("docs/admin-sections.md").matchAll(/^\| `(\/admin[^`]*)` \| [^|]+ \| ([^|]+) \|$/gm)].map(
    ([, address = "", tests = ""]) => ({
      address,
      tests: [...tests.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file),
    }),
  );
  const pages = new Map([...pagesOf(routes)].filter(([address]) => address !== "/admin/*"));
  const addresses = rows.map(({ address }) => address);
  expect([...new Set(addresses)]).toHaveLength(addresses.length);
  expect(addresses.filter((address) => !pages.has(address))).toEqual([]);
  // The tests of all sections take the standard pages from the definitions.
  const standard = STANDARD_SECTIONS.flatMap(({ path }) => ["", "/add", "/edit/:id", "/delete/:id"].map((page) => path + page));
  expect([...pages.keys()].filter((address) => !addresses.includes(address) && !standard.includes(address))).toEqual([]);
  const unrelated = rows.flatMap(({ address, tests }) =>
    tests.filter((file) => !isAbout(address, pages.get(address) ?? "", file)).map((file) => `${address}: ${file}`),
  );
  expect(unrelated).toEqual([]);
  expect(rows.filter(({ tests }) => tests.length === 0)).toEqual([]);
});

test("docs/specification.md names an existing test for each sentence", () => {
  const rows = [...textOf("docs/specification.md").matchAll(/^\| (\d+\.\d+) \| (.+) \| (.*) \| (.*) \|$/gm)].map(
    ([, id = "", , tests = "", difference = ""]) => ({
      id,
      difference,
      tests: tests.split("<br>").flatMap((test) => {
        const [, file = "", title = ""] = /^`([^`]+)` › (.+)$/.exec(test) ?? [];
        return file === "" ? [] : [{ file, title }];
      }),
    }),
  );
  expect(rows.length).toBe(159);
  expect(rows.filter(({ tests }) => tests.length === 0).map(({ id }) => id)).toEqual([]);
  expect(rows.filter(({ difference }) => difference !== "").length).toBeLessThanOrEqual(5);
  const missing = rows.flatMap(({ id, tests }) =>
    tests
      .filter(({ file, title }) => !exists(file) || !isTitleIn(textOf(file), title))
      .map(({ file, title }) => `${id}: ${file}: ${title}`),
  );
  expect(missing).toEqual([]);
});

test("each flow of docs/architecture.md is a chain of imports", () => {
  const flows = (textOf("docs/architecture.md").split("## Main flows")[1] ?? "").split(/^## /m)[0]?.split(/^### /m).slice(1) ?? [];
  expect(flows).toHaveLength(6);
  const broken = flows.flatMap((flow) => {
    /** The last step and the entries that the current one is nested in, by indentation. */
    let above: readonly { readonly indent: number; readonly file: string }[] = [];
    return [...flow.matchAll(/^( *)(?:\d+\.|-) `([^`]+)`/gm)].flatMap(([, { length: indent } = "", file = ""]) => {
      const importer = above.findLast((entry) => entry.indent < indent || (indent === 0 && entry.indent === 0))?.file;
      above = [...above.filter((entry) => entry.indent < indent), { indent, file }];
      return importer === undefined || imports(importer, file) ? [] : [`${importer} does not import ${file}`];
    });
  });
  expect(broken).toEqual([]);
});

/** Whether `importer` imports `file`, both paths of the project. */
function imports(importer: string, file: string): boolean {
  const relative = path.posix.relative(path.posix.dirname(importer), file);
  return [`#${file}`, relative.startsWith(".") ? relative : `./${relative}`].some((name) => textOf(importer).includes(`"${name}"`));
}

/** Whether a file contains the title as a complete string literal. */
function isTitleIn(text: string, title: string): boolean {
  return [`"${title}"`, `\`${title}\``, `'${title.replaceAll("'", String.raw`\'`)}'`].some((quoted) => text.includes(quoted));
}

/**
 * Whether a test names this page: by its address (with parameters filled in), by importing its route file, or by a quoted part of either
 * ("printers/form").
 */
function isAbout(address: string, route: string, file: string): boolean {
  const text = textOf(file).replaceAll("\\/", "/");
  const filled = address
    .split("/")
    .map((part) => (part.startsWith(":") ? String.raw`(?:\$\{[^}]*\}|\d+|\(?(?:\\d|\[[^\]]+\])\+\)?)` : part))
    .join("/");
  if (new RegExp(String.raw`${filled}(?![\w/-])`).test(text)) return true;
  const beside = path.posix.relative(path.posix.dirname(file), `app/${route}`);
  const inTables = [address, route.replace(/^routes/, "").replace(/\.tsx$/, "")].map((name) => name.replace(/^\/admin\/?/, ""));
  return [`#app/${route}`, beside.startsWith(".") ? beside : `./${beside}`, ...inTables.filter((name) => name.includes("/"))].some((name) =>
    text.includes(`"${name}"`),
  );
}

/** The address and route file (below `app/`) of each admin page. */
function* pagesOf(entries: readonly RouteConfigEntry[], above = ""): Generator<readonly [address: string, file: string]> {
  for (const { path: own, index, file, children } of entries) {
    const full = own === undefined ? above : `${above}/${own}`;
    const isPage = file.startsWith("routes/admin/") && file.endsWith(".tsx") && !file.endsWith("layout.tsx");
    if (isPage && (own !== undefined || index === true)) yield [full, file];
    yield* pagesOf(children ?? [], full);
  }
}
