import path from "node:path";
import { RESTRICTED_FUNCTIONS, OUTSIDE_IMPORTS, MODULES, UNLAYERED, PACKAGES, LAYERS, SCHEMAS, TABLES } from "./architecture.ts";
import { reasonOfDisable } from "./disable-rule.ts";
import { awaitBeforeNavigation } from "./navigation-rule.ts";
import { textsFromCatalogue } from "./text-rule.ts";

type Node = {
  readonly source?: { readonly value?: unknown } | null;
  readonly argument?: { readonly value?: unknown };
  readonly specifiers?: readonly { readonly imported?: { readonly name?: string } }[];
};
type Context = { readonly filename: string; readonly cwd: string; report(finding: { node: Node; message: string }): void };
type Layer = keyof typeof LAYERS;

const ALIASES = /^#(app|server|db|test|stripe-simulator)\//;
const CONFIG = /^[^/]+\.config\.ts$/;
const TEST_CODE = /\.test\.tsx?$|(^|\/)(test|e2e|bench)\//;

function isLayer(name: string): name is Layer {
  return Object.hasOwn(LAYERS, name);
}

/** Module and layer of a project path; `module` is undefined outside app/, `layer` outside layers. */
function locationOf(file: string): { top: string; module?: string; layer?: Layer } {
  const [top = "", module = "", layer = ""] = file.split("/");
  if (top !== "app") return { top };
  if (!file.startsWith(`app/${module}/`)) return { top, module: "routes" };
  return isLayer(layer) && !UNLAYERED.includes(module) ? { top, module, layer } : { top, module };
}

/** Why `from` may not import `to`; undefined if it may. `from` is a project path; `to` is a project path or a package ("zod"). */
function violation(from: string, to: string): string | undefined {
  if (TEST_CODE.test(from) || CONFIG.test(from) || to.includes("/+types/")) return undefined;
  const isFile = /^(app|server|db|test|e2e|bench|scripts|stripe-simulator)\//.test(to);
  return isFile ? violationInFile(from, to) : violationInPackage(from, to);
}

function violationInFile(from: string, to: string): string | undefined {
  const a = locationOf(from);
  const b = locationOf(to);
  if (TEST_CODE.test(to)) return "only tests may import test code";
  if (a.top === "app" && b.top === "app") return violationInApp(from, to, a, b);
  const isAllowed = a.top === b.top || OUTSIDE_IMPORTS.some((one) => one.from.test(a.module ?? a.top) && one.to.test(to));
  return isAllowed ? undefined : `${a.module ?? a.top} may not import this from ${b.top}/`;
}

type Location = ReturnType<typeof locationOf>;

function positionOf({ module }: Location): number {
  return MODULES.findIndex((each) => each === module);
}

function violationInApp(from: string, to: string, a: Location, b: Location): string | undefined {
  const [above, below] = [positionOf(a), positionOf(b)];
  if (above < 0 || below < 0) return `${above < 0 ? a.module : b.module} is not listed in MODULES`;
  if (a.layer === "data" && TABLES.test(to)) return undefined;
  if (above > below) return `${a.module} is below ${b.module}: imports go downward only`;
  if (b.module && !b.layer && !UNLAYERED.includes(b.module)) return "the imported file must be in a layer of its module";
  if (!a.layer) return UNLAYERED.includes(a.module ?? "") ? undefined : "files of this module must be in one of its layers";
  return violationOfLayers(from, to, a, b);
}

function violationOfLayers(from: string, to: string, a: Location, b: Location): string | undefined {
  if (!a.layer) return undefined;
  const allowed: { readonly layers: readonly string[]; readonly unlayered: readonly string[] } = LAYERS[a.layer];
  if (b.layer ? !allowed.layers.includes(b.layer) : !allowed.unlayered.includes(b.module ?? ""))
    return `${a.layer}/ may not import ${b.layer ?? b.module}/`;
  // Schemas import zod, which must stay out of the browser bundle.
  const isApart = SCHEMAS.test(from) || (a.layer !== "ui" && a.layer !== "domain");
  return to.endsWith(".schema.ts") && !isApart ? `${a.layer}/ may not import a schema` : undefined;
}

function violationInPackage(from: string, name: string): string | undefined {
  const { top, module, layer } = locationOf(from);
  if (top !== "app") return undefined;
  const home = PACKAGES.find(({ names }) => names.some((one) => name === one || name.startsWith(`${one}/`)));
  if (home) return home.where.test(from) ? undefined : `${name} is not allowed in this folder (PACKAGES)`;
  const isPure = layer === "domain" || (module === "values" && !name.startsWith("node:"));
  return isPure ? `pure code may not import ${name}` : undefined;
}

function check(context: Context, node: Node): void {
  const specifier = (node.source ?? node.argument)?.value;
  if (typeof specifier !== "string") return;
  const from = path.relative(context.cwd, context.filename).split(path.sep).join("/");
  if (specifier.startsWith("..")) context.report({ node, message: "Imports across folders use an alias such as #app/…" });
  const aliased = ALIASES.test(specifier) ? specifier.slice(1) : specifier.replace(/^#texts\//, "app/texts/en/");
  const to = specifier.startsWith(".") ? path.posix.join(path.posix.dirname(from), specifier) : aliased;
  const restricted = RESTRICTED_FUNCTIONS.find(
    ({ name, where }) => !where.test(from) && node.specifiers?.some(({ imported }) => imported?.name === name),
  );
  const reason = restricted && !TEST_CODE.test(from) ? `${restricted.name} is for workflows only` : violation(from, to);
  if (reason) context.report({ node, message: `${from} -> ${to}: ${reason} (scripts/lint/architecture.ts).` });
}

/**
 * An oxlint plugin with four rules. `imports`: checks every import, `export … from`, `import()` and `import("…")` type against architecture.ts.
 * `await-before-navigation`: see navigation-rule.ts. `reason-of-disable`: see disable-rule.ts.
 * `texts-from-catalogue`: see text-rule.ts.
 */
export default {
  meta: { name: "architecture" },
  rules: {
    "await-before-navigation": awaitBeforeNavigation,
    "reason-of-disable": reasonOfDisable,
    "texts-from-catalogue": textsFromCatalogue,
    imports: {
      create: (context: Context) => {
        const see = (node: Node) => check(context, node);
        return {
          ImportDeclaration: see,
          ExportNamedDeclaration: see,
          ExportAllDeclaration: see,
          ImportExpression: see,
          TSImportType: see,
        };
      },
    },
  },
};
