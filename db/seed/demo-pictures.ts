import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { encodePicture, type EncodedPicture } from "#app/media/gateway/encode-picture.server.ts";
import { createFileMediaStore } from "#app/media/gateway/file-media-store.server.ts";
import { SEED_CATEGORIES } from "./categories.ts";
import type { SeedProduct } from "./menu-types.ts";

/* The pictures of the demo shop: drawn by the build (server/build/build-demo-pictures.ts), and where nothing is built, as in development, on demand. */

/** Relative to the project, as the other files of the build are for the server. */
export const DEMO_PICTURES_FOLDER = path.join("build", "demo-pictures");
/** The file that names them, as `Record<product key, DrawnPicture>`. */
export const DEMO_PICTURES_INDEX = "index.json";

/** A picture without its bytes, which lie beside the index under their keys. */
export type DrawnPicture = Omit<EncodedPicture, "files"> & { readonly files: readonly string[] };

type PictureOf = (product: SeedProduct) => Promise<EncodedPicture>;

/** The picture of a product in every size: from the build, else drawn. Throws where the build is of another menu. */
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
  // Needs the package of drawings, which a machine with a finished build may lack.
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
