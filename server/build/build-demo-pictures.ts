import { rm, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import path from "node:path";
import pLimit from "p-limit";
import { createFileMediaStore } from "#app/media/gateway/file-media-store.server.ts";
import { DEMO_PICTURES_FOLDER, DEMO_PICTURES_INDEX, drawDemoPictures, type DrawnPicture } from "#db/seed/demo-pictures.ts";
import { SEED_PRODUCTS } from "#db/seed/menu.ts";

/** Renders the demo's pictures in every size at build time: it takes four seconds of CPU time, which a first start saves. */
export async function buildDemoPictures(): Promise<void> {
  await rm(DEMO_PICTURES_FOLDER, { recursive: true, force: true });
  const store = createFileMediaStore(DEMO_PICTURES_FOLDER);
  const draw = await drawDemoPictures();
  const drawn = await pLimit(availableParallelism()).map(SEED_PRODUCTS, async (product): Promise<[string, DrawnPicture]> => {
    const { files, ...picture } = await draw(product);
    await Promise.all(files.map(({ key, bytes }) => store.put(key, bytes)));
    return [product.key, { ...picture, files: files.map(({ key }) => key) }];
  });
  await writeFile(path.join(DEMO_PICTURES_FOLDER, DEMO_PICTURES_INDEX), JSON.stringify(Object.fromEntries(drawn)));
}
