import { isDeepStrictEqual } from "node:util";
import { categoryPaths, listCategoryEntries } from "#app/catalogue/data/import/imported-catalogue.server.ts";
import { readMenus, readPages } from "#app/content/data/configuration/configured-records.server.ts";
import { saveMenu } from "#app/content/data/menus.server.ts";
import { putPage } from "#app/content/data/page-records.server.ts";
import {
  CONFIGURATION_FORMAT,
  CONFIGURATION_VERSION,
  configurationSchema,
  type Configuration,
  type FileItem,
  type FilePage,
} from "#app/content/domain/configuration.schema.ts";
import { MENU_NAMES, type MenuContents, type MenuItem, type TopMenuItem } from "#app/content/domain/menu.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { sanitizeHtml } from "#app/platform/sanitize-html.server.ts";
import type { SecretBox } from "#app/platform/secret-box.server.ts";
import { recordAudit } from "#app/staff/data/history.server.ts";
import { lockSettings } from "#app/store/data/settings-history.server.ts";
import { readSettings, writeSettings, type SettingChanges, type SettingsActor } from "#app/store/data/site-settings.server.ts";
import { checkChange, parseSetting } from "#app/store/domain/settings.schema.ts";
import { isSettingKey, SETTING_KEYS, SETTINGS, settingText, type SettingKey, type Settings } from "#app/store/domain/settings.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import { stableHash } from "#app/values/stable-hash.ts";
import { pathText, type ConfigurationChange, type FileProblem } from "./configuration-change.ts";
import { planMenus } from "./configured-menus.server.ts";

interface Plan {
  readonly changes: readonly ConfigurationChange[];
  readonly settings: SettingChanges;
  readonly menus: Partial<MenuContents>;
  readonly pages: readonly FilePage[];
}

const MAX_PROBLEMS = 50;
/** Deeper than any menu may be. */
const MAX_DEPTH = 24;

/** Secrets never leave the shop; pause and busy belong to the moment, not to the configuration. */
const FILE_KEYS = SETTING_KEYS.filter((key) => SETTINGS[key].place === "form" && SETTINGS[key].visibility !== "secret");

/** Settings (never secrets), menus and pages as one text, always in the same order. */
export async function exportConfiguration(db: Db): Promise<string> {
  const settings = await readSettings(db);
  const stored = await readMenus(db);
  const paths = categoryPaths(await listCategoryEntries(db));
  const itemOf = (item: MenuItem | TopMenuItem): FileItem | null => {
    const below = "children" in item && item.children.length > 0 ? { children: item.children.flatMap((each) => itemOf(each) ?? []) } : {};
    if (item.type === "text") return { type: "text", text: item.text, ...below };
    if (item.type === "link") return { type: "link", text: item.text, url: item.url, openInNewTab: item.openInNewTab, ...below };
    const category = paths.get(item.categoryId);
    // It leads nowhere here, and would be refused anywhere else.
    return category === undefined ? null : { type: "category", text: item.text, category: [...category], ...below };
  };
  const file: Configuration = {
    format: CONFIGURATION_FORMAT,
    version: CONFIGURATION_VERSION,
    settings: Object.fromEntries(FILE_KEYS.toSorted().map((key) => [key, settingText(key, settings[key])])),
    menus: {
      ...(stored.site_top_menu === undefined ? {} : { site_top_menu: stored.site_top_menu.flatMap((item) => itemOf(item) ?? []) }),
      ...(stored.site_footer_menu === undefined
        ? {}
        : {
            site_footer_menu: stored.site_footer_menu.map(({ title, items }) => ({
              title,
              items: items.flatMap((item) => itemOf(item) ?? []),
            })),
          }),
    },
    pages: [...(await readPages(db))],
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** What the file would change, and a mark of exactly these changes. Nothing is written. */
export async function compareConfiguration(
  db: Db,
  text: string,
): Promise<Result<{ readonly changes: readonly ConfigurationChange[]; readonly seal: string }, readonly FileProblem[]>> {
  const file = readFile(text);
  if (!file.ok) return file;
  const plan = await planOf(db, file.value);
  return plan.ok ? ok({ changes: plan.value.changes, seal: sealOf(plan.value) }) : plan;
}

export type ApplyAnswer =
  | { readonly kind: "done"; readonly changed: number }
  /** The shop has changed since the comparison was shown; nothing was written. */
  | { readonly kind: "overtaken"; readonly changes: readonly ConfigurationChange[]; readonly seal: string }
  | { readonly kind: "refused"; readonly problems: readonly FileProblem[] };

/** Writes what `compareConfiguration` has shown, in one transaction; `seal` null = whatever it is now. Doing it again changes nothing. */
export async function applyConfiguration(
  { db, secrets }: { readonly db: Db; readonly secrets: SecretBox },
  text: string,
  seal: string | null,
  actor: SettingsActor,
): Promise<ApplyAnswer> {
  const file = readFile(text);
  if (!file.ok) return { kind: "refused", problems: file.error };
  return inTransaction(db, async (tx): Promise<ApplyAnswer> => {
    await lockSettings(tx);
    const plan = await planOf(tx, file.value, "lock");
    if (!plan.ok) return { kind: "refused", problems: plan.error };
    const { changes, settings, menus, pages } = plan.value;
    const now = sealOf(plan.value);
    if (seal !== null && seal !== now) return { kind: "overtaken", changes, seal: now };
    if (changes.length === 0) return { kind: "done", changed: 0 };
    await writeSettings(tx, secrets, settings, actor);
    for (const name of MENU_NAMES) {
      const items = menus[name];
      if (items !== undefined) await saveMenu(tx, name, items, actor.userName);
    }
    for (const page of pages) await putPage(tx, page, page.status);
    const others = changes.filter((change) => change.section !== "settings");
    if (others.length > 0)
      await recordAudit(tx, {
        ...actor,
        action: "import-configuration",
        subject: "menus and pages",
        before: Object.fromEntries(others.map(({ section, name, before }) => [`${section}/${name}`, before])),
        after: Object.fromEntries(others.map(({ section, name, after }) => [`${section}/${name}`, after])),
      });
    return { kind: "done", changed: changes.length };
  });
}

function readFile(text: string): Result<Configuration, readonly FileProblem[]> {
  let json: unknown;
  if (depthOf(text) > MAX_DEPTH) return fail([{ path: "", message: "This is no configuration of this shop." }]);
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return fail([{ path: "", message: `The file is no JSON: ${error.message.slice(0, 200)}.` }]);
  }
  const parsed = configurationSchema.safeParse(json);
  if (parsed.success) return ok(parsed.data);
  return fail(parsed.error.issues.slice(0, MAX_PROBLEMS).map(({ path, message }) => ({ path: pathText(path), message })));
}

/** How deep brackets nest, those in texts left out. */
function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  for (const [bracket] of text.replaceAll(/"(?:[^"\\]|\\.)*"/gs, "").matchAll(/[[\]{}]/g)) {
    depth += bracket === "[" || bracket === "{" ? 1 : -1;
    most = Math.max(most, depth);
  }
  return most;
}

function sealOf({ changes }: Plan): string {
  return stableHash(JSON.stringify(changes));
}

async function planOf(db: Db, file: Configuration, lock?: "lock"): Promise<Result<Plan, readonly FileProblem[]>> {
  const problems: FileProblem[] = [];
  const settings = planSettings(await readSettings(db), file.settings, problems);
  const menus = await planMenus(db, file.menus, problems, lock);
  const pages = planPages(await readPages(db, lock), file.pages);
  if (problems.length > 0) return fail(problems.slice(0, MAX_PROBLEMS));
  return ok({
    changes: [...settings.changes, ...menus.changes, ...pages.changes],
    settings: settings.values,
    menus: menus.contents,
    pages: pages.pages,
  });
}

function planSettings(
  current: Settings,
  wanted: Readonly<Record<string, string>>,
  problems: FileProblem[],
): { readonly changes: readonly ConfigurationChange[]; readonly values: SettingChanges } {
  const values: Partial<Record<SettingKey, Settings[SettingKey]>> = {};
  const changes: ConfigurationChange[] = [];
  for (const [key, text] of Object.entries(wanted)) {
    const path = `settings.${key}`;
    if (!isSettingKey(key)) problems.push({ path, message: "There is no such setting." });
    else if (!FILE_KEYS.includes(key)) problems.push({ path, message: "This setting is not part of a file." });
    else {
      const before = settingText(key, current[key]);
      if (text === before) continue;
      const parsed = parseSetting(key, SETTINGS[key].kind === "html" ? sanitizeHtml(text) : text);
      if (!parsed.ok) problems.push({ path, message: parsed.error });
      else if (!isDeepStrictEqual(parsed.value, current[key])) {
        values[key] = parsed.value;
        changes.push({ section: "settings", name: key, before, after: settingText(key, parsed.value) });
      }
    }
  }
  for (const problem of checkChange(current, { ...current, ...values } as Settings))
    if (problem.blocks) problems.push({ path: `settings.${problem.key}`, message: problem.message });
  return { changes, values: values as SettingChanges };
}

function planPages(
  stored: readonly FilePage[],
  wanted: readonly FilePage[],
): { readonly changes: readonly ConfigurationChange[]; readonly pages: readonly FilePage[] } {
  const changes: ConfigurationChange[] = [];
  const pages: FilePage[] = [];
  for (const given of wanted) {
    const before = stored.find((page) => page.slug === given.slug);
    // What the shop has already is clean, and cleaning it again might spell it differently.
    const page = { ...given, html: given.html === before?.html ? before.html : sanitizeHtml(given.html) };
    if (isDeepStrictEqual(page, before)) continue;
    pages.push(page);
    changes.push({ section: "pages", name: page.slug, before: before === undefined ? null : pageText(before), after: pageText(page) });
  }
  return { changes, pages };
}

function pageText({ title, status, summary, seoTitle, seoDescription, html }: FilePage): string {
  return [title, status, summary, seoTitle, seoDescription, html].filter((line) => line !== "").join("\n");
}
