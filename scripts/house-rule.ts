import path from "node:path";
import { DOORS, NEIGHBOURS, NOUNS, ONE_ROOM, PACKAGES, ROOMS, SCHEMAS, TABLES } from "./house.ts";
import { awaitBeforeNavigation } from "./navigation-rule.ts";

type Node = {
  readonly source?: { readonly value?: unknown } | null;
  readonly argument?: { readonly value?: unknown };
  readonly specifiers?: readonly { readonly imported?: { readonly name?: string } }[];
};
type Context = { readonly filename: string; readonly cwd: string; report(finding: { node: Node; message: string }): void };
type Room = keyof typeof ROOMS;

const ALIASES = /^#(app|server|db|test|stripe-simulator)\//;
const CONFIG = /^[^/]+\.config\.ts$/;
const TEST_CODE = /\.test\.tsx?$|(^|\/)(test|e2e|bench)\//;

/** Where a file of the project stands; `noun` and `room` are undefined outside app/ and outside the rooms. Paths have "/" and no leading one. */
function placeOf(file: string): { top: string; noun?: string; room?: Room } {
  const [top = "", noun = "", room = ""] = file.split("/");
  if (top !== "app") return { top };
  if (!file.startsWith(`app/${noun}/`)) return { top, noun: "routes" };
  return room in ROOMS && !ONE_ROOM.includes(noun) ? { top, noun, room: room as Room } : { top, noun };
}

/**
 * Why `from` may not import `to`, or undefined when it may. Both are paths inside the project ("app/cart/domain/cart.ts"); `to` is a package
 * when it is no such path ("zod", "node:fs").
 */
function objection(from: string, to: string): string | undefined {
  if (TEST_CODE.test(from) || CONFIG.test(from) || to.includes("/+types/")) return undefined;
  const isFile = /^(app|server|db|test|e2e|bench|scripts|stripe-simulator)\//.test(to);
  return isFile ? objectionToFile(from, to) : objectionToPackage(from, to);
}

function objectionToFile(from: string, to: string): string | undefined {
  const a = placeOf(from);
  const b = placeOf(to);
  if (TEST_CODE.test(to)) return "test code is for tests";
  if (a.top !== b.top || a.top !== "app")
    return a.top === b.top || NEIGHBOURS.some((one) => one.from.test(a.noun ?? a.top) && one.to.test(to))
      ? undefined
      : `${a.noun ?? a.top} may not import this from ${b.top}/`;
  const [above, below] = [a, b].map(({ noun }) => NOUNS.indexOf(noun as (typeof NOUNS)[number])) as [number, number];
  if (above < 0 || below < 0) return `${above < 0 ? a.noun : b.noun} is no noun of the house`;
  if (a.room === "data" && TABLES.test(to)) return undefined;
  if (above > below) return `${a.noun} stands below ${b.noun}: imports run downward only`;
  if (b.noun && !b.room && !ONE_ROOM.includes(b.noun)) return "what is imported must stand in a room of its noun";
  if (!a.room) return ONE_ROOM.includes(a.noun ?? "") ? undefined : "a file of this noun stands in one of its rooms";
  const allowed: { readonly rooms: readonly string[]; readonly floors: readonly string[] } = ROOMS[a.room];
  if (b.room ? !allowed.rooms.includes(b.room) : !allowed.floors.includes(b.noun ?? ""))
    return `${a.room}/ may not import ${b.room ?? b.noun}/`;
  // Schemas bring zod along; it stays out of the customer's bundle.
  const isApart = SCHEMAS.test(from) || (a.room !== "ui" && a.room !== "domain");
  return to.endsWith(".schema.ts") && !isApart ? `${a.room}/ may not import a schema` : undefined;
}

function objectionToPackage(from: string, name: string): string | undefined {
  const { top, noun, room } = placeOf(from);
  if (top !== "app") return undefined;
  const home = PACKAGES.find(({ names }) => names.some((one) => name === one || name.startsWith(`${one}/`)));
  if (home) return home.where.test(from) ? undefined : `${name} has another place`;
  const isPure = room === "domain" || (noun === "values" && !name.startsWith("node:"));
  return isPure ? `rules are pure: no ${name} here` : undefined;
}

function check(context: Context, node: Node): void {
  const specifier = (node.source ?? node.argument)?.value;
  if (typeof specifier !== "string") return;
  const from = path.relative(context.cwd, context.filename).split(path.sep).join("/");
  if (specifier.startsWith("..")) context.report({ node, message: "Imports across folders use an alias such as #app/…" });
  const to = specifier.startsWith(".")
    ? path.posix.join(path.posix.dirname(from), specifier)
    : ALIASES.test(specifier)
      ? specifier.slice(1)
      : specifier;
  const door = DOORS.find(({ name, where }) => !where.test(from) && node.specifiers?.some(({ imported }) => imported?.name === name));
  const reason = door && !TEST_CODE.test(from) ? `${door.name} belongs to workflows` : objection(from, to);
  if (reason) context.report({ node, message: `${from} -> ${to}: ${reason} (scripts/house.ts).` });
}

/**
 * An oxlint plugin with two rules. `imports`: every import, export-from, `import()` and `import("…")` type follows the tables of house.ts.
 * `await-before-navigation`: see navigation-rule.ts.
 */
export default {
  meta: { name: "house" },
  rules: {
    "await-before-navigation": awaitBeforeNavigation,
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
