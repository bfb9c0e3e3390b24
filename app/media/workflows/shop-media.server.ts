import path from "node:path";
import { claimMediaFolder, findMediaFolder, hasPictures, isFolderNoted, replaceMediaFolder } from "#app/media/data/media-folder.server.ts";
import { folderId } from "#app/media/gateway/folder-id.server.ts";
import type { MediaStore } from "#app/media/gateway/media-store.server.ts";
import { openMediaStore } from "#app/media/gateway/open-media-store.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";

export interface MediaPlace {
  readonly dataDir: string;
  /** null: the database is in `dataDir`, too. */
  readonly databaseUrl: string | null;
  readonly mediaUrl: string | null;
  readonly isDataDirShared: boolean;
}

/** Another machine's folder contains the pictures. The message is for the operator. */
export class PicturesElsewhere extends Error {
  constructor(dataDir: string) {
    super(
      `The pictures of this shop are stored in another data folder than ${path.resolve(dataDir)}: on another machine, or under another DATA_DIR. ` +
        "Start with the DATA_DIR that holds them. For several machines, set MEDIA_URL to a bucket, or make one folder DATA_DIR of every machine and set " +
        "DATA_DIR_SHARED=true. If that folder is lost, restore a backup into an empty database, or start once with DATA_DIR_SHARED=true to go on without its pictures.",
    );
  }
}

/** Whether pictures cannot be spread over several data folders: the database is in this one, or the pictures are in a bucket. */
function isAlone({ databaseUrl, mediaUrl }: MediaPlace): boolean {
  return databaseUrl === null || mediaUrl !== null;
}

/**
 * Throws `PicturesElsewhere` if another data folder contains the shop's pictures: this machine would miss them, and the others would miss
 * new ones.
 */
export async function requireMediaFolder(db: Db, place: MediaPlace): Promise<void> {
  if (isAlone(place) || !(await isFolderNoted(db))) return;
  const id = await folderId(place.dataDir);
  if (place.isDataDirShared) return replaceMediaFolder(db, id);
  // Shops from before the folder was recorded have pictures and no owner: the first folder to start becomes the owner.
  const owner = (await hasPictures(db)) ? await claimMediaFolder(db, id) : await findMediaFolder(db);
  if (owner !== undefined && owner !== id) throw new PicturesElsewhere(place.dataDir);
}

/** The shop's store. The first stored file makes its data folder the picture folder. */
export async function openShopMedia(db: Db, place: MediaPlace): Promise<MediaStore> {
  const store = await openMediaStore(place);
  if (isAlone(place) || place.isDataDirShared) return store;
  let isOwner = false;
  return {
    ...store,
    async put(key, bytes) {
      if (!isOwner && (await claimMediaFolder(db, await folderId(place.dataDir))) !== (await folderId(place.dataDir)))
        throw new PicturesElsewhere(place.dataDir);
      isOwner = true;
      await store.put(key, bytes);
    },
  };
}
