import { isDeepStrictEqual } from "node:util";
import { missingNameSentence, readCatalogueNames, type CatalogueNames } from "#app/catalogue/data/catalogue-names.server.ts";
import { listPages, listPictures } from "#app/content/data/configuration/configured-pages.server.ts";
import { contentOf, pageRecords, type PageRecord } from "#app/content/data/page-records.server.ts";
import { configuredHome, configuredPages, type FileHome, type FilePage } from "#app/content/domain/configuration/configuration.schema.ts";
import { homeForm } from "#app/content/domain/home.schema.ts";
import { PLAIN_HOME, type HomeLayout } from "#app/content/domain/home.ts";
import { HOME_SLUG, type PageContent } from "#app/content/domain/page.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { counted } from "#texts/plural.ts";
import { planRecords, readPart } from "./compare-entries.ts";
import { NO_CHANGES, type ConfigurationPart, type Reading } from "./configuration-change.ts";

type Status = FilePage["status"];

/** The public or draft content of a page. */
function contentIn({ live, ...typed }: PageRecord): PageContent & { readonly status: Status } {
  return live === null || live === undefined ? { ...typed, status: "draft" } : { ...live, status: "published" };
}

/** A page with this content; unpublished changes are dropped. */
function recordOf(typed: PageContent, status: Status): PageRecord {
  const content = contentOf(typed);
  return { ...content, publishAt: null, live: status === "published" ? content : null };
}

function pageEntry(value: PageRecord): FilePage {
  const { slug, title, html, summary, status, seoTitle, seoDescription } = contentIn(value);
  return { slug, title, html, summary, status, seoTitle, seoDescription };
}

async function listPageEntries(db: Db, lock?: "lock") {
  return (await listPages(db, "others", lock)).map(({ id, value }) => ({ id, entry: pageEntry(value) }));
}

/** Pages by address. */
export const pagesPart: ConfigurationPart<readonly FilePage[]> = {
  section: "pages",
  schema: configuredPages,
  stores: [pageRecords],

  exported: async (db) => (await listPageEntries(db)).map(({ entry }) => entry),

  async planned(wanted, { db, lock }) {
    const stored = await listPageEntries(db, lock);
    const plans = wanted.map((page) => {
      const before = stored.find(({ entry }) => entry.slug === page.slug);
      const { status, ...typed } = page;
      const value = recordOf(typed, status);
      // Stored pages are already sanitized, and sanitizing again might change the notation.
      const after = isDeepStrictEqual(page, before?.entry) ? page : pageEntry(value);
      return { name: page.slug, id: before?.id ?? null, before: before?.entry, after, value };
    });
    return planRecords("pages", plans, () => pageRecords);
  },
};

/** The home page, undefined until staff change it, with the conversions between layouts and file entries. */
async function readHome(db: Db, wanted: FileHome | null, lock?: "lock") {
  const [stored] = await listPages(db, "home", lock);
  const layout = (stored === undefined ? undefined : contentIn(stored.value).home) ?? PLAIN_HOME;
  const mentioned = [
    ...layout.blocks.flatMap((block) => (block.type === "products" ? block.ids : [])),
    ...(wanted?.blocks ?? []).flatMap((block) => (block.type === "products" ? block.products : [])),
  ];
  const names = await readCatalogueNames(db, mentioned);
  const pictures = await listPictures(db, {
    ids: layout.pictureId === null ? [] : [layout.pictureId],
    hashes: wanted?.picture ? [wanted.picture.hash] : [],
  });
  const entryOf = (value: PageRecord): FileHome => {
    const { slug: _slug, html: _html, ...texts } = pageEntry(value);
    const { pictureId, button, blocks } = contentIn(value).home ?? PLAIN_HOME;
    const picture = pictures.find(({ id }) => id === pictureId);
    return {
      ...texts,
      picture: picture === undefined ? null : { fileName: picture.fileName, hash: picture.hash },
      button: button === null ? null : { text: button.text, url: button.url },
      blocks: blocks.map((block) => {
        const { type, title } = block;
        if (type === "text") return { type, title, html: block.html };
        if (type === "products") return { type, title, products: block.ids.map(names.productName) };
        return { type, title, categories: block.ids.map((id) => [...names.categoryPath(id)]) };
      }),
    };
  };
  return { stored: stored && { id: stored.id, entry: entryOf(stored.value) }, entryOf, names, pictures };
}

/** The home page; its blocks name products and categories, its picture is identified by content hash. */
export const homePart: ConfigurationPart<FileHome | null> = {
  section: "home",
  schema: configuredHome,
  stores: [],

  exported: async (db) => (await readHome(db, null)).stored?.entry ?? null,

  async planned(wanted, reading) {
    const { db, lock, problems } = reading;
    if (wanted === null) return NO_CHANGES;
    const { stored, entryOf, names, pictures } = await readHome(db, wanted, lock);
    // A record in it may be deleted: the shop can always import its own file.
    if (isDeepStrictEqual(wanted, stored?.entry)) return NO_CHANGES;
    const pictureId = pictures.find(({ hash }) => hash === wanted.picture?.hash)?.id ?? null;
    const home = reading.isEmpty ? withoutCatalogue(wanted, pictureId, reading) : wanted;
    if (home.picture !== null && pictureId === null)
      problems.push({
        path: "home.picture",
        message: `The picture “${home.picture.fileName}” is not here. Add the same file in Media first.`,
      });
    const { status, picture, button, blocks, ...texts } = home;
    const layout = { pictureId: picture === null ? null : pictureId, button, blocks: blocksOf(blocks, names, reading) };
    const form = homeForm("UTC").safeParse({ ...texts, home: JSON.stringify(layout), publishAt: "" });
    const typed = readPart(form, "home", problems);
    if (typed === undefined) return NO_CHANGES;
    const { publishAt: _publishAt, ...content } = typed;
    const value = recordOf({ ...content, slug: HOME_SLUG, html: "" }, status);
    const after = isDeepStrictEqual(home, stored?.entry) ? home : entryOf(value);
    const plan = { name: "Home page", id: stored?.id ?? null, before: stored?.entry, after, value };
    return planRecords("home", [plan], () => pageRecords);
  },
};

/** Blocks with ids instead of names. */
function blocksOf(blocks: FileHome["blocks"], names: CatalogueNames, { problems }: Reading): HomeLayout["blocks"] {
  return blocks.map((block, at) => {
    const { type, title } = block;
    const id = `b${at + 1}`;
    if (type === "text") return { id, type, title, html: block.html };
    const ids = (type === "products" ? block.products : block.categories).flatMap((name, index) => {
      const number = type === "products" ? names.productId(name) : names.categoryId(name);
      const what = type === "products" ? "product" : "category";
      if (number === undefined) problems.push({ path: `home.blocks[${at}].${type}[${index}]`, message: missingNameSentence(what, name) });
      return number ?? [];
    });
    // A missing record is already reported; do not report the empty block, too.
    return { id, type, title, ids: ids.length === 0 ? [1] : ids };
  });
}

/** The part of the home page that a shop without products and categories can use. */
function withoutCatalogue(wanted: FileHome, pictureId: number | null, { left }: Reading): FileHome {
  const blocks = wanted.blocks.filter((block) => block.type === "text");
  const lost = wanted.blocks.length - blocks.length;
  const losesPicture = wanted.picture !== null && pictureId === null;
  if (lost > 0) left.push(counted(lost, "block of the home page", "blocks of the home page"));
  if (losesPicture) left.push("the picture of the home page");
  return { ...wanted, blocks, picture: losesPicture ? null : wanted.picture };
}
