import { findPictureStates } from "#app/media/data/media.server.ts";
import type { UploadedPicture } from "#app/media/domain/upload.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { findHits } from "./find-hits.server.ts";

/** Pictures with their processing state, in order of `ids`. */
export async function findUploaded(db: Db, ids: readonly number[]): Promise<readonly UploadedPicture[]> {
  const [hits, states] = await Promise.all([findHits(db, "media", { ids }, ids.length), findPictureStates(db, ids)]);
  return ids.flatMap((id) => {
    const hit = hits.find((each) => each.id === String(id));
    const state = states.get(id);
    return hit === undefined || state === undefined ? [] : [{ hit, ...state, isDuplicate: false }];
  });
}
