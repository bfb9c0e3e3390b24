import { listPictureUses } from "#app/content/data/pictures/picture-use.server.ts";
import { pictureRecords } from "#app/content/data/pictures/picture-records.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { removeRecords, type Actor, type Done } from "#app/staff/workflows/change-records.server.ts";

export interface DeletedPictures {
  /** null = none was deleted. */
  readonly done: Done | null;
  /** Pictures in use, which are kept. */
  readonly held: readonly { readonly id: number; readonly name: string }[];
}

/** Deletes unused pictures as one action with one history entry. Their files stay in the bin, so that undo restores them. */
export async function deletePictures(db: Db, actor: Actor, ids: readonly number[]): Promise<DeletedPictures> {
  const { done, held } = await removeRecords(db, pictureRecords, actor, ids, async (tx, all) => [
    ...(await listPictureUses(tx, all)).keys(),
  ]);
  return { done: done.changed === 0 ? null : done, held };
}
