import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { MODULES, UNLAYERED, LAYERS } from "./architecture.ts";
import { commandOf, inProject } from "#scripts/project.mjs";

/** Files that must pass and files that must be rejected: path to text. */
type Probes = { readonly right: Map<string, string>; readonly wrong: Map<string, string> };

/** Lints the probe files in a temporary folder with the project's configuration and returns the rejected files. */
function refused({ right, wrong }: Probes, targets: readonly string[] = []): string[] {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "shopbell-architecture-"));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  const write = (file: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  };
  fs.copyFileSync(inProject("package.json"), path.join(folder, "package.json"));
  write("oxlint.config.ts", `export { default } from ${JSON.stringify(inProject("oxlint.config.ts"))};\n`);
  for (const file of targets) write(file, "export const target = 1;\nexport type Target = number;\n");
  for (const [file, text] of [...right, ...wrong]) write(file, text);
  try {
    execFileSync(process.execPath, [commandOf("oxlint"), "-f", "json"], { cwd: folder, encoding: "utf8" });
    return [];
  } catch (error) {
    const { diagnostics } = JSON.parse((error as { stdout: string }).stdout) as { diagnostics: { filename: string }[] };
    return [...new Set(diagnostics.map(({ filename }) => filename))].sort();
  }
}

const using = (file: string) => `import { target } from "#${file}";\nexport const probe = target;\n`;
const probes = (): Probes => ({ right: new Map(), wrong: new Map() });
const allWrong = ({ wrong }: Probes) => [...wrong.keys()].sort();

test("MODULES lists exactly the folders of app/", () => {
  const folders = fs.readdirSync(inProject("app"), { withFileTypes: true }).filter((one) => one.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual([...MODULES].sort());
});

test("rejects imports from a module above and accepts them from a module below", () => {
  const all = probes();
  const target = (module: string) => (UNLAYERED.includes(module) ? `app/${module}/target.ts` : `app/${module}/domain/target.ts`);
  const from = (module: string, layer: string, to: string) => `app/${module}/${UNLAYERED.includes(module) ? "" : `${layer}/`}to-${to}.ts`;
  MODULES.forEach((upper, at) =>
    MODULES.slice(at + 1).forEach((lower) => {
      all.right.set(from(upper, lower === "kit" ? "ui" : "workflows", lower), using(target(lower)));
      all.wrong.set(from(lower, "workflows", upper), using(target(upper)));
    }),
  );
  expect(refused(all, MODULES.map(target))).toEqual(allWrong(all));
});

/** Repeats LAYERS on purpose, so that a change of the table needs a change here. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  domain: ["domain", "values", "texts"],
  data: ["domain", "data", "values", "texts", "platform"],
  gateway: ["domain", "gateway", "values", "texts", "platform"],
  workflows: ["domain", "data", "gateway", "workflows", "values", "texts", "platform"],
  ui: ["domain", "ui", "values", "texts", "kit"],
};

test.each(["orders", "cart"])("layers of orders import only the allowed layers of %s", (lower) => {
  const all = probes();
  const layers = Object.keys(LAYERS);
  const target = (layer: string) => (layers.includes(layer) ? `app/${lower}/${layer}/target.ts` : `app/${layer}/target.ts`);
  const everything = [...layers, "values", "texts", "platform", "kit"];
  for (const layer of layers)
    for (const other of everything)
      (MAY_IMPORT[layer]?.includes(other) ? all.right : all.wrong).set(`app/orders/${layer}/to-${other}.ts`, using(target(other)));
  expect(refused(all, everything.map(target))).toEqual(allWrong(all));
});

test("restricts schemas, packages, test code and top-level folders to their places", () => {
  const all = probes();
  const schema = "app/cart/domain/cart.schema.ts";
  all.right.set("app/orders/workflows/reads-schema.ts", using(schema));
  all.right.set("app/orders/domain/order.schema.ts", using(schema));
  all.wrong.set("app/orders/ui/reads-schema.ts", using(schema));
  all.wrong.set("app/orders/domain/reads-schema.ts", using(schema));
  all.wrong.set("app/orders/outside-layers.ts", using("app/values/target.ts"));
  all.wrong.set("app/orders/workflows/from-no-layer.ts", using("app/cart/target.ts"));
  const packages: [name: string, right: string[], wrong: string[]][] = [
    ["zod", ["domain/order-2.schema.ts"], ["domain/zod.ts", "ui/zod.ts", "data/zod.ts", "workflows/zod.ts"]],
    ["drizzle-orm", ["data/drizzle.ts"], ["domain/drizzle.ts", "workflows/drizzle.ts", "ui/drizzle.ts"]],
    ["react", ["ui/react.ts"], ["data/react.ts", "domain/react.ts", "workflows/react.ts", "gateway/react.ts"]],
    ["react-router", ["ui/router.ts"], ["data/router.ts", "domain/router.ts", "workflows/router.ts"]],
    ["stripe", ["gateway/stripe.ts"], ["workflows/stripe.ts", "data/stripe.ts", "ui/stripe.ts"]],
    ["@sendgrid/mail", ["gateway/sendgrid.ts"], ["workflows/sendgrid.ts"]],
    ["node:crypto", ["workflows/crypto.ts"], ["domain/crypto.ts"]],
  ];
  const text = (name: string) => `import { target } from "${name}";\nexport const probe = target;\n`;
  for (const [name, right, wrong] of packages) {
    for (const file of right) all.right.set(`app/orders/${file}`, text(name));
    for (const file of wrong) all.wrong.set(`app/orders/${file}`, text(name));
  }
  all.right.set("app/promotions/domain/kinds/zod.ts", text("zod"));
  all.wrong.set("app/promotions/domain/zod.ts", text("zod"));

  all.right.set("app/payments/workflows/keys.ts", using("stripe-simulator/keys.ts"));
  all.wrong.set("app/payments/workflows/inside.ts", using("stripe-simulator/inside.ts"));
  all.wrong.set("app/orders/workflows/keys.ts", using("stripe-simulator/keys.ts"));
  all.right.set("stripe-simulator/values.ts", using("app/values/target.ts"));
  all.wrong.set("stripe-simulator/orders.ts", using("app/orders/domain/target.ts"));
  all.right.set("server/app.ts", using("app/orders/workflows/target.ts"));
  all.wrong.set("app/orders/workflows/server.ts", using("server/target.ts"));
  all.wrong.set("app/orders/workflows/db.ts", 'import { target } from "#db/target.ts";\nexport const probe = target;\n');
  all.right.set("app/orders/domain/order.test.ts", using("test/target.ts"));
  all.wrong.set("app/orders/domain/test-code.ts", using("test/target.ts"));
  all.wrong.set("server/test-code.ts", using("test/target.ts"));
  expect(refused(all, [schema, "app/values/target.ts", "app/cart/target.ts", "test/target.ts"])).toEqual(allWrong(all));
});

test("checks every form of import", () => {
  const all = probes();
  const at = "#app/orders/data/target.ts";
  all.wrong.set("app/orders/ui/export-from.ts", `export { target } from "${at}";\n`);
  all.wrong.set("app/orders/ui/export-all.ts", `export * from "${at}";\n`);
  all.wrong.set("app/orders/ui/type-only.ts", `import type { Target } from "${at}";\nexport type Probe = Target;\n`);
  all.wrong.set("app/orders/ui/type-inline.ts", `export type Probe = import("${at}").Target;\n`);
  all.wrong.set("app/orders/ui/later.ts", `export const probe = () => import("${at}");\n`);
  all.wrong.set("app/orders/ui/relative.ts", `export { target } from "../data/target.ts";\n`);
  all.wrong.set("app/orders/ui/parent.ts", `export { target } from "../domain/target.ts";\n`);
  all.right.set("app/orders/ui/beside.ts", `export { target } from "./deeper/target.ts";\n`);
  expect(refused(all, ["app/orders/data/target.ts", "app/orders/domain/target.ts", "app/orders/ui/deeper/target.ts"])).toEqual(
    allWrong(all),
  );
});

test("allows inTransaction in workflows only", () => {
  const all = probes();
  const text = 'import { inTransaction } from "#app/platform/db/database.server.ts";\nexport const probe = inTransaction;\n';
  for (const file of ["orders/workflows/opens.ts"]) all.right.set(`app/${file}`, text);
  for (const file of ["orders/data/opens.ts", "routes/admin/opens.ts", "http/opens.ts"]) all.wrong.set(`app/${file}`, text);
  expect(refused(all)).toEqual(allWrong(all));
});

test("rejects circular imports, also of types only", () => {
  const all = probes();
  const circle = (name: string, text: (other: string) => string) => {
    all.wrong.set(`app/cart/domain/${name}-a.ts`, text(`${name}-b`));
    all.wrong.set(`app/cart/domain/${name}-b.ts`, text(`${name}-a`));
  };
  circle("values", (other) => `import { probe as other } from "./${other}.ts";\nexport const probe = (): unknown => other;\n`);
  circle(
    "types",
    (other) => `import type { Probe as Other } from "#app/cart/domain/${other}.ts";\nexport type Probe = { other?: Other };\n`,
  );
  expect(refused(all)).toEqual(allWrong(all));
});

test("rejects clock, randomness and I/O in pure code", () => {
  const all = probes();
  const worlds = [
    "new Date()",
    "Date.now()",
    "Math.random()",
    "process.env",
    'fetch("/")',
    "setTimeout(Boolean, 1)",
    "crypto.randomUUID()",
  ];
  worlds.forEach((world, at) => {
    all.wrong.set(`app/cart/domain/world-${at}.ts`, `export const probe = () => ${world};\n`);
    all.right.set(`app/cart/workflows/world-${at}.ts`, `export const probe = () => ${world};\n`);
  });
  all.right.set("app/cart/domain/handed-in.ts", "export const probe = (now: Date) => now.getTime();\n");
  all.right.set("app/values/time.ts", "export const probe = () => new Date();\n");
  expect(refused(all)).toEqual(allWrong(all));
});

test("requires browser tests to await the effect of a click before navigating, and nothing that depends on load", () => {
  const all = probes();
  const text = (...lines: string[]) =>
    `import type { Page } from "@playwright/test";\nexport async function probe(page: Page) {\n${lines.join("\n")}\n}\n`;
  const click = 'await page.getByRole("button").click();';
  const reload = "await page.reload();";
  const step = (...lines: string[]) => `await test.step("step", async () => {\n${lines.join("\n")}\n});`;
  const test = "const test = { step: (_: string, run: () => Promise<void>) => run() };";
  all.wrong.set("e2e/reload.spec.ts", text(click, reload));
  all.wrong.set("e2e/goto.spec.ts", text(click, 'const path = "/";', "await page.goto(path);"));
  all.wrong.set("e2e/idle.spec.ts", text("await page.waitForLoadState('networkidle');"));
  all.wrong.set("e2e/until-idle.spec.ts", text("await page.goto(path, { waitUntil: 'networkidle' });"));
  all.wrong.set(
    "e2e/press.spec.ts",
    text('await page.keyboard.press("Enter");', "const response = await page.goBack();", "return response;"),
  );
  all.wrong.set("e2e/branch.spec.ts", text("if (page.url()) " + click, reload));
  all.wrong.set("e2e/inside.spec.ts", text(click, "if (page.url()) {", reload, "}"));
  all.wrong.set("e2e/after-step.spec.ts", text(test, step(click), reload));
  all.wrong.set("e2e/in-step.spec.ts", text(test, click, step(reload)));
  all.right.set("e2e/awaited.spec.ts", text(click, "await page.waitForURL(/x/);", reload));
  all.right.set("e2e/trial.spec.ts", text('await page.getByRole("button").click({ trial: true });', reload));
  all.right.set("e2e/callback.spec.ts", text(click, `return async () => {\n${reload}\n};`));
  all.right.set("app/cart/workflows/reload.ts", text(click, reload));
  expect(refused(all)).toEqual(allWrong(all));
});

test("an exception from a rule needs a reason", () => {
  const all = probes();
  const log = "console.log(1);\nexport const probe = 1;\n";
  all.right.set("app/values/with-reason.ts", `// oxlint-disable-next-line no-console -- there is no other log\n${log}`);
  all.wrong.set("app/values/without-reason.ts", `// oxlint-disable-next-line no-console\n${log}`);
  expect(refused(all)).toEqual(allWrong(all));
});
