import { isDeepStrictEqual } from "node:util";
import { missingNameSentence, readCatalogueNames } from "#app/catalogue/data/catalogue-names.server.ts";
import { findPictureId, readHome } from "#app/content/data/configuration/stored-home.server.ts";
import { contentOf, pageRecords, type PageRecord } from "#app/content/data/page-records.server.ts";
import type { FileHome } from "#app/content/domain/configuration.schema.ts";
import { homeForm } from "#app/content/domain/home.schema.ts";
import type { HomeLayout } from "#app/content/domain/home.ts";
import { HOME_SLUG } from "#app/content/domain/page.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { Recorder } from "#app/staff/workflows/combined-records.ts";
import { pathText, type ConfigurationChange, type FileProblem } from "./configuration-change.ts";

/** What a file would make of the home page. */
export async function planHome(
  db: Db,
  wanted: FileHome | null,
  problems: FileProblem[],
  lock?: "lock",
): Promise<{ readonly changes: readonly ConfigurationChange[]; apply(recorder: Recorder): Promise<void> }> {
  const nothing = { changes: [], apply: () => Promise.resolve() };
  if (wanted === null) return nothing;
  const stored = await readHome(db, lock);
  if (isDeepStrictEqual(wanted, stored?.file)) return nothing;
  const layout = await layoutOf(db, wanted, problems);
  const { title, summary, seoTitle, seoDescription } = wanted;
  const parsed = homeForm("UTC").safeParse({ title, summary, seoTitle, seoDescription, home: JSON.stringify(layout), publishAt: "" });
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) problems.push({ path: `home.${pathText(path)}`, message });
    return nothing;
  }
  const content = contentOf({ title, summary, seoTitle, seoDescription, home: parsed.data.home, slug: HOME_SLUG, html: "" });
  const value: PageRecord = { ...content, publishAt: null, live: wanted.status === "published" ? content : null };
  const before = stored === undefined ? null : outline(stored.file);
  return {
    changes: [{ section: "home", name: "Home page", before, after: outline(wanted) }],
    async apply(recorder) {
      await recorder.put(pageRecords, stored?.id ?? null, value);
    },
  };
}

async function layoutOf(db: Db, { picture, button, blocks }: FileHome, problems: FileProblem[]): Promise<HomeLayout> {
  const pictureId = picture === null ? null : await findPictureId(db, picture.hash);
  if (picture !== null && pictureId === null)
    problems.push({ path: "home.picture", message: `The picture “${picture.fileName}” is not here. Add the same file in Media first.` });
  const names = await readCatalogueNames(
    db,
    blocks.flatMap((block) => (block.type === "products" ? block.products : [])),
  );
  return {
    pictureId,
    button,
    blocks: blocks.map((block, at) => {
      const { type, title } = block;
      const id = `b${at + 1}`;
      if (type === "text") return { id, type, title, html: block.html };
      const ids = (type === "products" ? block.products : block.categories).flatMap((name, index) => {
        const number = type === "products" ? names.productId(name) : names.categoryId(name);
        const what = type === "products" ? "product" : "category";
        if (number === undefined) problems.push({ path: `home.blocks[${at}].${type}[${index}]`, message: missingNameSentence(what, name) });
        return number ?? [];
      });
      // A missing record is reported already; do not report the empty block too.
      return { id, type, title, ids: ids.length === 0 ? [1] : ids };
    }),
  };
}

function outline({ status, title, summary, seoTitle, seoDescription, picture, button, blocks }: FileHome): string {
  const parts = blocks.map((block) => {
    const head = block.title === "" ? block.type : `${block.type}, “${block.title}”`;
    if (block.type === "text") return `${head}: ${block.html}`;
    const names = block.type === "products" ? block.products : block.categories.map((path) => path.join(" > "));
    return `${head}: ${names.join(", ")}`;
  });
  const pressed = button === null ? "" : `[${button.text}] → ${button.url}`;
  return [status, title, summary, picture?.fileName ?? "", pressed, ...parts, seoTitle, seoDescription]
    .filter((line) => line !== "")
    .join("\n");
}
