import pLimit from "p-limit";
import { findMediaByKey } from "#app/media/data/media.server.ts";
import { saveProductPictures } from "#app/catalogue/data/import/imported-catalogue.server.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { addPictureChange } from "#app/catalogue/data/import/import-runs.server.ts";
import type { PlannedImage } from "#app/catalogue/domain/import/plan-product.ts";
import type { ImportProblem } from "#app/catalogue/domain/import/problems.ts";
import { fieldHash } from "#app/staff/domain/record-changes.ts";
import type { FetchPicture } from "#app/media/gateway/fetch-picture.server.ts";
import type { MediaStore } from "#app/media/gateway/media-store.server.ts";
import { writesAll, type ImportDecision } from "./import-decisions.server.ts";
import { storePicture } from "#app/media/workflows/store-picture.server.ts";
import { counted } from "#texts/plural.ts";

export interface PictureImport {
  readonly db: Db;
  readonly media: MediaStore;
  readonly fetchPicture: FetchPicture;
  /** This shop's own address: its pictures are looked up instead of fetched. */
  readonly publicUrl: string;
  /**
   * Servers that did not respond in this import and are not called again, with the first line that uses them and the number of pictures
   * lost.
   */
  readonly silentHosts: Map<string, { readonly line: number; readonly pictures: number }>;
  /** The run that records it for undo. */
  readonly runId: number;
}

export interface PictureResult {
  readonly stored: number;
  readonly problems: readonly ImportProblem[];
}

const AT_ONCE = 4;
const OWN_PATH = /^\/media\/([0-9a-f]{2}\/[0-9a-f]{32})(?:-\d{1,4})?\.(?:avif|webp|jpg)$/;

/** Whether to fetch a product's pictures: for new and changed products, and again while fewer were fetched than the file lists. */
export function wantsPictures(decision: ImportDecision): boolean {
  const { planned, current } = decision;
  return planned.images.length > 0 && (writesAll(decision) || (current?.pictures.length ?? 0) < planned.images.length);
}

/**
 * Fetches the pictures of a batch, a few in parallel, and adds them to the products. Failures are reported, and the product has no picture.
 */
export async function importPictures(options: PictureImport, decisions: readonly ImportDecision[]): Promise<PictureResult> {
  const limit = pLimit(AT_ONCE);
  const problems: ImportProblem[] = [];
  let stored = 0;
  const work = async (decision: ImportDecision): Promise<void> => {
    const mediaIds: number[] = [];
    for (const image of decision.planned.images) {
      const found = await findPicture(options, image, decision);
      if (found.kind === "missing" && found.reason !== null)
        problems.push({
          line: image.line,
          lost: "detail",
          message: `A picture of "${decision.planned.name}" is left out: ${found.reason}.`,
        });
      if (found.kind !== "missing") mediaIds.push(found.mediaId);
      if (found.kind === "fetched") stored += 1;
    }
    await hangUp(options, decision, [...new Set(mediaIds)]);
  };
  await Promise.all(decisions.filter(wantsPictures).map((decision) => limit(work, decision)));
  return { stored, problems: problems.toSorted((a, b) => a.line - b.line) };
}

/** `reason` null = its server does not respond, which is reported once per server. */
type Found = { readonly kind: "fetched" | "own"; readonly mediaId: number } | { readonly kind: "missing"; readonly reason: string | null };

async function findPicture(options: PictureImport, image: PlannedImage, { planned, current }: ImportDecision): Promise<Found> {
  const path = image.src.startsWith(`${options.publicUrl}/`) ? image.src.slice(options.publicUrl.length) : image.src;
  const own = current?.pictures.find((picture) => picture.url === path);
  if (own !== undefined) return { kind: "own", mediaId: own.mediaId };
  const [, base] = OWN_PATH.exec(path) ?? [];
  if (base !== undefined) {
    const row = await findMediaByKey(options.db, `${base}.webp`);
    return row === undefined ? { kind: "missing", reason: "this shop has no such picture" } : { kind: "own", mediaId: row.id };
  }
  const host = URL.canParse(image.src) ? new URL(image.src).host : "";
  const keptSilent = (): Found => {
    const { line, pictures } = options.silentHosts.get(host) ?? { line: image.line, pictures: 0 };
    options.silentHosts.set(host, { line: Math.min(line, image.line), pictures: pictures + 1 });
    return { kind: "missing", reason: null };
  };
  if (options.silentHosts.has(host)) return keptSilent();
  const fetched = await options.fetchPicture(image.src);
  if (!fetched.ok) {
    if (!fetched.error.isUnreachable) return { kind: "missing", reason: fetched.error.message };
    return keptSilent();
  }
  const stored = await storePicture(options.media, options.db, fetched.value, {
    fileName: fileNameOf(image.src),
    alt: image.alt || planned.name,
  });
  return stored.ok
    ? { kind: "fetched", mediaId: stored.value.mediaId }
    : { kind: "missing", reason: stored.error.replace(/\.$/, "").replace(/^./, (first) => first.toLowerCase()) };
}

/** In the file's order. While some are missing, existing pictures stay after the fetched ones. */
async function hangUp(
  { db, runId }: PictureImport,
  { planned, current, productId }: ImportDecision,
  mediaIds: readonly number[],
): Promise<void> {
  const before = current?.pictures.map((picture) => picture.mediaId) ?? [];
  const isWhole = mediaIds.length === planned.images.length;
  const wanted = isWhole ? mediaIds : [...new Set([...mediaIds, ...before])];
  if (productId === null || JSON.stringify(wanted) === JSON.stringify(before)) return;
  await inTransaction(db, async (tx) => {
    await saveProductPictures(tx, productId, wanted);
    await addPictureChange(tx, runId, { recordId: productId, name: planned.name, before, after: fieldHash(wanted) });
  });
}

/** One sentence for each server that did not respond. */
export function silentHostProblems(hosts: PictureImport["silentHosts"]): readonly ImportProblem[] {
  return [...hosts].map(([host, { line, pictures }]) => ({
    line,
    lost: "detail",
    message: `${host} did not answer; ${counted(pictures, "picture is", "pictures are")} left out. Import the file again later to fetch them.`,
  }));
}

function fileNameOf(src: string): string {
  const name = URL.canParse(src) ? (new URL(src).pathname.split("/").at(-1) ?? "") : "";
  return name.slice(0, 120) || "picture";
}
