import { readFileSync } from "node:fs";
import { parseAst, type Plugin } from "vite";
import { usedOf } from "./react-uses.ts";
import { TRIMMED_FILES, type TrimmedFile, type UnusedPart } from "./unused-parts.ts";

/** A piece of a file and what stands in its place. */
type Change = readonly [start: number, end: number, text: string];

const IS_SCRIPT = /\.[cm]?[jt]sx?(?:\?|$)/;
/** They may say their own names. */
const IS_LIBRARY = /\/node_modules\/react(?:-dom|-router)?\//;
/** The one module that hands all of React on: it exports a copy, of which Base UI takes three hooks, and for warnings in development the owner's stack, if there is one. */
const HANDS_ON = /\/node_modules\/@base-ui\/utils\/safeReact\.mjs$/;

const IDLE = "{}";
const SILENT = '{return""}';
const REFUSED = '{throw Error("left out: server/build/unused-parts.ts")}';

/**
 * The browser's React and router without the features that no page uses (`unused-parts.ts`). It stops the build when a package is not in the version that was
 * read, when a function is no longer there, and when somebody has begun to use such a feature.
 */
export function leaveOut(): Plugin {
  const asked = new Set(TRIMMED_FILES.flatMap(({ parts }) => parts.flatMap((part) => part.asked)));
  return {
    name: "shopbell-leave-out",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    transform: {
      // Of JavaScript, whatever it was written in.
      order: "post",
      handler(code, id) {
        const trimmed = TRIMMED_FILES.find((each) => id.endsWith(`/node_modules/${each.package}/${each.file}`));
        if (trimmed !== undefined) return { code: withoutParts(code, trimmed), map: null };
        const used = IS_SCRIPT.test(id) && !IS_LIBRARY.test(id) && !HANDS_ON.test(id) ? usedOf(code, asked) : undefined;
        if (used !== undefined)
          this.error(`${id} uses ${used}, which the build leaves out: take its entry from server/build/unused-parts.ts`);
        return null;
      },
    },
  };
}

/** `code` of a package's file without its unused parts. Throws when it is not the file that was read. */
export function withoutParts(code: string, trimmed: TrimmedFile): string {
  const { version } = JSON.parse(readFileSync(`node_modules/${trimmed.package}/package.json`, "utf8")) as { version: string };
  if (version !== trimmed.version)
    throw new Error(
      `${trimmed.package} is ${version}: server/build/unused-parts.ts was read in ${trimmed.version}. See docs/decisions/0023-unused-react.md.`,
    );
  const { body } = parseAst(code);
  const changes = trimmed.parts.flatMap((part) => changesOf({ code, body, file: trimmed.file }, part));
  return changes
    .toSorted((a, b) => b[0] - a[0])
    .reduce((text, [start, end, place]) => text.slice(0, start) + place + text.slice(end), code);
}

interface Source {
  readonly code: string;
  readonly body: ReturnType<typeof parseAst>["body"];
  /** Its name, for messages. */
  readonly file: string;
}

function changesOf({ code, body, file }: Source, part: UnusedPart): readonly Change[] {
  const emptied = (names: readonly string[] | undefined, place: string) =>
    (names ?? []).map((name): Change => {
      const found = body.filter((each) => each.type === "FunctionDeclaration" && each.id?.name === name);
      const [only] = found;
      if (found.length !== 1 || only?.type !== "FunctionDeclaration" || !only.body)
        throw new Error(`${file} has ${found.length} functions ${name}, not one`);
      return [only.body.start, only.body.end, place];
    });
  const dropped = (part.assigned ?? []).flatMap((beginning) => {
    const found = body.filter((each) => each.type === "ExpressionStatement" && code.startsWith(beginning, each.start));
    if (found.length === 0) throw new Error(`${file} assigns nothing to ${beginning}`);
    return found.map((each): Change => [each.start, each.end, ""]);
  });
  const undefinedOnes = (part.nothing ?? []).map((name): Change => {
    const declared = body.flatMap((each) => (each.type === "VariableDeclaration" ? each.declarations : []));
    const init = declared.find(({ id }) => id.type === "Identifier" && id.name === name)?.init;
    if (!init) throw new Error(`${file} has no constant ${name}`);
    return [init.start, init.end, "undefined"];
  });
  return [...undefinedOnes, ...emptied(part.idle, IDLE), ...emptied(part.silent, SILENT), ...emptied(part.refused, REFUSED), ...dropped];
}
