import { isDeepStrictEqual } from "node:util";
import { customizationTemplateRecords } from "#app/catalogue/data/customizations/customization-template-records.server.ts";
import { categoryPaths, listCategoryEntries } from "#app/catalogue/data/import/imported-catalogue.server.ts";
import { products } from "#app/catalogue/data/tables.ts";
import { taxClassUses } from "#app/catalogue/data/tax-class-uses.server.ts";
import { findPageId, readMenus, readPages } from "#app/content/data/configuration/configured-records.server.ts";
import { FILE_KEYS, SETTINGS_ID, settingsRecords, wholeMenuRecords, type SettingsRecord } from "./configured-stores.server.ts";
import { findPictureId, readHome } from "#app/content/data/configuration/stored-home.server.ts";
import { listStoredTemplates } from "#app/content/data/configuration/stored-templates.server.ts";
import { contentOf, pageRecords } from "#app/content/data/page-records.server.ts";
import {
  CONFIGURATION_FORMAT,
  CONFIGURATION_VERSION,
  configurationSchema,
  type Configuration,
  type FileItem,
  type FilePage,
} from "#app/content/domain/configuration.schema.ts";
import { MENU_NAMES, type MenuItem, type TopMenuItem } from "#app/content/domain/menu.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { sanitizeHtml } from "#app/platform/sanitize-html.server.ts";
import type { RecordStore } from "#app/staff/data/record-store.ts";
import { combinedRecords, recordTogether, type Recorder } from "#app/staff/workflows/combined-records.ts";
import { IMPORT_ACTION } from "#app/store/data/settings-history.server.ts";
import { lockSettings } from "#app/store/data/settings-lock.server.ts";
import { goneRateSentence } from "#app/store/domain/rate-changes.ts";
import { currencyRefusal, isErasingSooner, listUsedRates } from "#app/store/workflows/save-settings.server.ts";
import { readSettings, type SettingsActor } from "#app/store/data/site-settings.server.ts";
import { checkChange, parseSetting } from "#app/store/domain/settings.schema.ts";
import {
  isSettingKey,
  SETTINGS,
  settingText,
  type SettingKey,
  type Settings,
  type SettingValue,
  withChanges,
} from "#app/store/domain/settings.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import { counted } from "#app/values/plural.ts";
import { amountText } from "#app/values/money.ts";
import { writtenTemplate } from "./template-prices.ts";
import { stableHash } from "#app/values/stable-hash.ts";
import {
  pathText,
  RefusedFile,
  type ConfigurationChange,
  type ConfigurationPart,
  type ExportOptions,
  type FileProblem,
} from "./configuration-change.ts";
import { withoutCatalogue } from "./without-catalogue.ts";
import { planHome } from "./configured-home.server.ts";
import { planMenus } from "./configured-menus.server.ts";
import { planTemplates } from "./configured-templates.server.ts";

interface Plan {
  readonly changes: readonly ConfigurationChange[];
  /** What a shop without products cannot take yet. */
  readonly left: readonly string[];
  apply(recorder: Recorder, tx: Db, actor: SettingsActor): Promise<void>;
}

type Parts = readonly ConfigurationPart[];

const MAX_PROBLEMS = 50;
/** Deeper than any menu may be. */
const MAX_DEPTH = 24;

/** What a file writes, as the history and its Undo see it. */
export function configurationRecords(parts: Parts): RecordStore {
  return combinedRecords(storesOf(parts, "Undo"));
}

function storesOf(parts: Parts, savedBy: string): readonly RecordStore[] {
  const own = [settingsRecords, customizationTemplateRecords, pageRecords, wholeMenuRecords(savedBy)];
  return [...own, ...parts.flatMap((part) => part.stores)];
}

/** Settings (never secrets), customization templates, pages, the home page, menus and the parts as one text, always in the same order. */
export async function exportConfiguration(db: Db, parts: Parts, options: ExportOptions = { withCodes: false }): Promise<string> {
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
    settings: Object.fromEntries(FILE_KEYS.toSorted().map((key) => [key, fileText(key, settings[key], settings.CURRENCY)])),
    templates: (await listStoredTemplates(db)).map((template) => writtenTemplate(template.file, settings.CURRENCY)),
    pages: [...(await readPages(db))],
    home: (await readHome(db))?.file ?? null,
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
    promotions: [],
    roles: [],
  };
  for (const part of parts) file[part.section] = [...(await part.exported(db, options))];
  return `${JSON.stringify(file, null, 2)}\n`;
}

export interface ComparedConfiguration {
  readonly changes: readonly ConfigurationChange[];
  /** What waits until the products are here: "2 menu items (Coffee, Tea)". Reading the file again then brings it. */
  readonly left: readonly string[];
  readonly seal: string;
}

/** What the file would change, and a mark of exactly these changes. Nothing is written. */
export async function compareConfiguration(
  db: Db,
  text: string,
  parts: Parts,
): Promise<Result<ComparedConfiguration, readonly FileProblem[]>> {
  const file = readFile(text);
  if (!file.ok) return file;
  const plan = await planOf(db, file.value, parts);
  return plan.ok ? ok({ changes: plan.value.changes, left: plan.value.left, seal: sealOf(plan.value) }) : plan;
}

export type ApplyAnswer =
  /** `entry` is its row in the history; null when nothing changed. */
  | { readonly kind: "done"; readonly changed: number; readonly entry: number | null }
  /** The shop has changed since the comparison was shown; nothing was written. */
  | ({ readonly kind: "overtaken" } & ComparedConfiguration)
  | { readonly kind: "refused"; readonly problems: readonly FileProblem[] };

/** Writes what `compareConfiguration` has shown, in one transaction; `seal` null = whatever it is now. Doing it again changes nothing. */
export async function applyConfiguration(
  db: Db,
  text: string,
  seal: string | null,
  actor: SettingsActor,
  parts: Parts,
): Promise<ApplyAnswer> {
  const file = readFile(text);
  if (!file.ok) return { kind: "refused", problems: file.error };
  const applied = inTransaction(db, async (tx): Promise<ApplyAnswer> => {
    await lockSettings(tx);
    const plan = await planOf(tx, file.value, parts, "lock");
    if (!plan.ok) return { kind: "refused", problems: plan.error };
    const { changes } = plan.value;
    const now = sealOf(plan.value);
    if (seal !== null && seal !== now) return { kind: "overtaken", changes, left: plan.value.left, seal: now };
    if (changes.length === 0) return { kind: "done", changed: 0, entry: null };
    const recorder = recordTogether(tx, storesOf(parts, actor.userName));
    await plan.value.apply(recorder, tx, actor);
    const entry = await recorder.write({ id: actor.userId, name: actor.userName }, IMPORT_ACTION, "configuration");
    return { kind: "done", changed: changes.length, entry };
  });
  return applied.catch((error: unknown): ApplyAnswer => {
    if (error instanceof RefusedFile) return { kind: "refused", problems: error.problems };
    throw error;
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

async function planOf(db: Db, whole: Configuration, parts: Parts, lock?: "lock"): Promise<Result<Plan, readonly FileProblem[]>> {
  const problems: FileProblem[] = [];
  const isEmpty = (await db.$count(products)) === 0 && (await listCategoryEntries(db)).length === 0;
  const { file, left } = isEmpty ? await withoutMissing(db, whole, parts) : { file: whole, left: [] };
  const current = await readSettings(db);
  const settings = planSettings(current, file.settings, problems);
  const next = withChanges(current, settings.values);
  const currency = await currencyRefusal(db, current, next);
  if (currency !== null) problems.push({ path: `settings.${currency.key}`, message: currency.message });
  if (!isEmpty && isErasingSooner(current, next))
    problems.push({
      path: "settings.ERASE_CUSTOMERS_MONTHS",
      message: "Erasing customers cannot be undone. Set it in the site settings, which ask first.",
    });
  const used = await listUsedRates(db, taxClassUses, current.REDUCED_TAX_RATES, next.REDUCED_TAX_RATES);
  for (const each of used)
    if (each.heir === null) problems.push({ path: "settings.REDUCED_TAX_RATES", message: goneRateSentence(each, each.products) });
  const templates = await planTemplates(db, { templates: file.templates, currency: next.CURRENCY }, problems, lock);
  const menus = await planMenus(db, file.menus, problems, lock);
  const pages = planPages(await readPages(db, lock), file.pages);
  const home = await planHome(db, file.home, problems, lock);
  const planned: Awaited<ReturnType<ConfigurationPart["planned"]>>[] = [];
  for (const part of parts) planned.push(await part.planned(db, file[part.section], problems, lock));
  if (problems.length > 0) return fail(problems.slice(0, MAX_PROBLEMS));
  return ok({
    left,
    changes: [
      ...settings.changes,
      ...used.map(({ rate, heir, products: carrying }) => ({
        section: "settings" as const,
        name: `Tax of ${counted(carrying, "product", "products")}`,
        before: rate.label,
        after: heir?.label ?? "",
      })),
      ...templates.changes,
      ...pages.changes,
      ...home.changes,
      ...menus.changes,
      ...planned.flatMap((each) => each.changes),
    ],
    async apply(recorder, tx, actor) {
      if (Object.keys(settings.values).length > 0) await recorder.put(settingsRecords, SETTINGS_ID, settings.values as SettingsRecord);
      await templates.apply(recorder, tx);
      for (const page of pages.pages) await putPage(tx, recorder, page);
      await home.apply(recorder);
      const records = wholeMenuRecords(actor.userName);
      for (const [index, name] of MENU_NAMES.entries()) {
        const items = menus.contents[name];
        const isThere = (await records.find(tx, [index + 1])).has(index + 1);
        if (items !== undefined) await recorder.put(records, isThere ? index + 1 : null, { name, items });
      }
      for (const each of planned) await each.apply(recorder, tx);
    },
  });
}

async function withoutMissing(db: Db, file: Configuration, parts: Parts) {
  const picture = file.home?.picture ?? null;
  const hasPicture = picture !== null && (await findPictureId(db, picture.hash)) !== null;
  return withoutCatalogue(file, parts, { hasPicture });
}

/** Makes the page at an address what the file says; what staff had changed and not published goes. */
async function putPage(tx: Db, recorder: Recorder, page: FilePage): Promise<void> {
  const { status, ...typed } = page;
  const content = contentOf(typed);
  const id = await findPageId(tx, page.slug);
  await recorder.put(pageRecords, id ?? null, { ...content, publishAt: null, live: status === "published" ? content : null });
}

/** Files are for programs: amounts in plain digits, with a point. */
const FILE_LOCALE = "en-US";

function fileText(key: SettingKey, value: SettingValue, currency: string): string {
  return settingText(key, value, (amount) => amountText(amount, currency));
}

function planSettings(
  current: Settings,
  wanted: Readonly<Record<string, string>>,
  problems: FileProblem[],
): { readonly changes: readonly ConfigurationChange[]; readonly values: Readonly<Partial<Record<SettingKey, Settings[SettingKey]>>> } {
  const values: Partial<Record<SettingKey, Settings[SettingKey]>> = {};
  const changes: ConfigurationChange[] = [];
  // A file has amounts in its own currency.
  const given = parseSetting("CURRENCY", wanted["CURRENCY"] ?? current.CURRENCY);
  const currency = given.ok ? given.value : current.CURRENCY;
  for (const [key, text] of Object.entries(wanted)) {
    const path = `settings.${key}`;
    if (!isSettingKey(key)) problems.push({ path, message: "There is no such setting." });
    else if (!FILE_KEYS.includes(key)) problems.push({ path, message: "This setting is not part of a file." });
    else {
      const before = fileText(key, current[key], currency);
      if (text === before) continue;
      const parsed = parseSetting(key, SETTINGS[key].kind === "html" ? sanitizeHtml(text) : text, { currency, locale: FILE_LOCALE });
      if (!parsed.ok) problems.push({ path, message: parsed.error });
      else if (!isDeepStrictEqual(parsed.value, current[key])) {
        values[key] = parsed.value;
        changes.push({ section: "settings", name: key, before, after: fileText(key, parsed.value, currency) });
      }
    }
  }
  for (const problem of checkChange(current, withChanges(current, values)))
    if (problem.blocks) problems.push({ path: `settings.${problem.key}`, message: problem.message });
  return { changes, values };
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
