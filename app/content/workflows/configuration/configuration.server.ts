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
import type { Doer } from "#app/staff/workflows/change-records.server.ts";
import { IMPORT_ACTION, lockSettings } from "#app/store/data/settings-history.server.ts";
import { goneRateSentence } from "#app/store/domain/rate-changes.ts";
import { listUsedRates, type UsedRate } from "#app/store/workflows/save-settings.server.ts";
import { taxClassUses } from "#app/catalogue/data/tax-class-uses.server.ts";
import { readSettings, storeSettings, type SettingChanges, type SettingsActor } from "#app/store/data/site-settings.server.ts";
import { checkChange, parseSetting } from "#app/store/domain/settings.schema.ts";
import { isSettingKey, SETTING_KEYS, SETTINGS, settingText, type SettingKey, type Settings } from "#app/store/domain/settings.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import { stableHash } from "#app/values/stable-hash.ts";
import { pathText, type ConfigurationChange, type ConfigurationPart, type FileProblem } from "./configuration-change.ts";
import { planMenus } from "./configured-menus.server.ts";

interface Plan {
  readonly changes: readonly ConfigurationChange[];
  readonly settings: SettingChanges;
  readonly menus: Partial<MenuContents>;
  readonly pages: readonly FilePage[];
  /** Rates whose products move to another one. */
  readonly rates: readonly UsedRate[];
  apply(tx: Db, actor: Doer): Promise<void>;
}

type Parts = readonly ConfigurationPart[];

const MAX_PROBLEMS = 50;
/** Deeper than any menu may be. */
const MAX_DEPTH = 24;

/** Secrets never leave the shop; pause and busy belong to the moment, not to the configuration. */
const FILE_KEYS = SETTING_KEYS.filter((key) => SETTINGS[key].place === "form" && SETTINGS[key].visibility !== "secret");

/** Settings (never secrets), menus, pages and the parts as one text, always in the same order. */
export async function exportConfiguration(db: Db, parts: Parts): Promise<string> {
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
    promotions: [],
  };
  for (const part of parts) file[part.section] = [...(await part.exported(db))];
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** What the file would change, and a mark of exactly these changes. Nothing is written. */
export async function compareConfiguration(
  db: Db,
  text: string,
  parts: Parts,
): Promise<Result<{ readonly changes: readonly ConfigurationChange[]; readonly seal: string }, readonly FileProblem[]>> {
  const file = readFile(text);
  if (!file.ok) return file;
  const plan = await planOf(db, file.value, parts);
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
  parts: Parts,
): Promise<ApplyAnswer> {
  const file = readFile(text);
  if (!file.ok) return { kind: "refused", problems: file.error };
  return inTransaction(db, async (tx): Promise<ApplyAnswer> => {
    await lockSettings(tx);
    const plan = await planOf(tx, file.value, parts, "lock");
    if (!plan.ok) return { kind: "refused", problems: plan.error };
    const { changes, settings, menus, pages, rates } = plan.value;
    const now = sealOf(plan.value);
    if (seal !== null && seal !== now) return { kind: "overtaken", changes, seal: now };
    if (changes.length === 0) return { kind: "done", changed: 0 };
    const stored = await storeSettings(tx, secrets, settings);
    for (const { rate, heir } of rates) if (heir !== null) await taxClassUses.move(tx, rate.key, heir.key);
    for (const name of MENU_NAMES) {
      const items = menus[name];
      if (items !== undefined) await saveMenu(tx, name, items, actor.userName);
    }
    for (const page of pages) await putPage(tx, page, page.status);
    await plan.value.apply(tx, { id: actor.userId, name: actor.userName });
    const others = changes.filter((change) => change.section !== "settings");
    await recordAudit(tx, {
      ...actor,
      action: IMPORT_ACTION,
      subject: "settings",
      before: { ...stored.before, ...Object.fromEntries(others.map(({ section, name, before }) => [`${section}/${name}`, before])) },
      after: { ...stored.after, ...Object.fromEntries(others.map(({ section, name, after }) => [`${section}/${name}`, after])) },
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

async function planOf(db: Db, file: Configuration, parts: Parts, lock?: "lock"): Promise<Result<Plan, readonly FileProblem[]>> {
  const problems: FileProblem[] = [];
  const current = await readSettings(db);
  const settings = planSettings(current, file.settings, problems);
  const { REDUCED_TAX_RATES: rates = current.REDUCED_TAX_RATES } = settings.values;
  const used = await listUsedRates(db, taxClassUses, current.REDUCED_TAX_RATES, rates ?? "");
  for (const each of used)
    if (each.heir === null) problems.push({ path: "settings.REDUCED_TAX_RATES", message: goneRateSentence(each, each.products) });
  const menus = await planMenus(db, file.menus, problems, lock);
  const pages = planPages(await readPages(db, lock), file.pages);
  const planned: Awaited<ReturnType<ConfigurationPart["planned"]>>[] = [];
  for (const part of parts) planned.push(await part.planned(db, file[part.section], problems, lock));
  if (problems.length > 0) return fail(problems.slice(0, MAX_PROBLEMS));
  return ok({
    changes: [
      ...settings.changes,
      ...used.map(({ rate, heir, products }) => ({
        section: "settings" as const,
        name: `Tax of ${products} ${products === 1 ? "product" : "products"}`,
        before: rate.label,
        after: heir?.label ?? "",
      })),
      ...menus.changes,
      ...pages.changes,
      ...planned.flatMap((each) => each.changes),
    ],
    settings: settings.values,
    menus: menus.contents,
    pages: pages.pages,
    rates: used,
    async apply(tx, actor) {
      for (const each of planned) await each.apply(tx, actor);
    },
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
