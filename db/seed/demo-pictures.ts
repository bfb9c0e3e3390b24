import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { encodePicture, type EncodedPicture } from "#app/media/gateway/encode-picture.server.ts";
import { createFileMediaStore } from "#app/media/gateway/file-media-store.server.ts";
import { SEED_CATEGORIES } from "./categories.ts";
import type { SeedProduct } from "./menu-types.ts";

/*
 * The demo shop's pictures: rendered by the build (server/build/build-demo-pictures.ts), or on demand without a build, as in development.
 */

/** Relative to the project, like the server's other build files. */
export const DEMO_PICTURES_FOLDER = path.join("build", "demo-pictures");
/** The index file, a `Record<product key, DrawnPicture>`. */
export const DEMO_PICTURES_INDEX = "index.json";

/** A picture without its bytes, which are stored next to the index under their keys. */
export type DrawnPicture = Omit<EncodedPicture, "files"> & { readonly files: readonly string[] };

type PictureOf = (product: SeedProduct) => Promise<EncodedPicture>;

/** A product's picture in every size, from the build or rendered now. Throws if the build has another menu. */
export async function openDemoPictures(): Promise<PictureOf> {
  const index = path.join(DEMO_PICTURES_FOLDER, DEMO_PICTURES_INDEX);
  if (!existsSync(index)) return drawDemoPictures();
  const drawn = JSON.parse(await readFile(index, "utf8")) as Readonly<Record<string, DrawnPicture>>;
  const store = createFileMediaStore(DEMO_PICTURES_FOLDER);
  return async ({ key, name }) => {
    const incomplete = () => new Error(`the build has no whole picture of ${name}: build again`);
    const picture = drawn[key];
    if (picture === undefined) throw incomplete();
    const files = picture.files.map(async (file) => {
      const bytes = await store.read(file);
      if (bytes === null) throw incomplete();
      return { key: file, bytes };
    });
    return { ...picture, files: await Promise.all(files) };
  };
}

export async function drawDemoPictures(): Promise<PictureOf> {
  // Needs the drawings package, which a machine with a finished build may lack.
  const { createComposer } = await import("./compose-picture.ts");
  const compose = createComposer();
  const hues = new Map(
    SEED_CATEGORIES.flatMap((category) => [category, ...(category.children ?? [])]).map((category) => [category.key, category.hue]),
  );
  return async (product) => {
    const encoded = await encodePicture(await compose(product.picture, hues.get(product.in[0] ?? "") ?? 0), "quick");
    if (!encoded.ok) throw new Error(`the picture of ${product.name} could not be made: ${encoded.error}`);
    return encoded.value;
  };
}
