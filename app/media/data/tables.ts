import { sql } from "drizzle-orm";
import { boolean, check, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { PictureState, StoredFile } from "#app/media/domain/stored-file.ts";
import type { PictureVariant } from "#app/media/domain/picture.ts";
import { createdAt, id, instant, textList, updatedAt, version } from "#app/platform/db/columns.ts";

/** A picture; `key` names the original in the media store, `variants` the re-encoded sizes. */
export const media = pgTable("media", {
  id: id(),
  key: text("key").notNull().unique(),
  fileName: text("file_name").notNull(),
  alt: text("alt").notNull().default(""),
  mimeType: text("mime_type").notNull(),
  width: integer("width").notNull(),
  height: integer("height").notNull(),
  /** Mean colour, #rrggbb, shown while the picture loads. */
  colour: text("colour").notNull(),
  variants: jsonb("variants").$type<readonly PictureVariant[]>().notNull(),
  contentHash: text("content_hash").notNull().unique(),
  /** "Food/Pizza"; "" = no folder. */
  folder: text("folder").notNull().default(""),
  tags: textList("tags"),
  /** Decorative: it needs no alt text. */
  isDecorative: boolean("is_decorative").notNull().default(false),
  /** The focal point that stays visible when the picture is cropped, in percent from the left and from the top. */
  focalX: integer("focal_x").notNull().default(50),
  focalY: integer("focal_y").notNull().default(50),
  /** Size of the uploaded file; 0 = stored before sizes were recorded. */
  byteSize: integer("byte_size").notNull().default(0),
  /** A few pixels as a data address, shown blurred while the picture loads. */
  placeholder: text("placeholder").notNull().default(""),
  state: text("state").$type<PictureState>().notNull().default("ready"),
  /** The error as a sentence. */
  problem: text("problem"),
  /** The uploaded file whose sizes are not made yet: its key in the media store, the hash of its bytes, and its size. */
  uploadKey: text("upload_key"),
  uploadHash: text("upload_hash"),
  uploadBytes: integer("upload_bytes"),
  createdBy: text("created_by").notNull().default(""),
  version: version(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/**
 * The data folder with the picture files, for shops with files on disk and an external database: one row, from the first stored file on.
 */
export const mediaFolder = pgTable(
  "media_folder",
  {
    isOnly: boolean("is_only").primaryKey().default(true),
    /** Same as in its file `media/folder-id`. */
    folderId: text("folder_id").notNull(),
  },
  ({ isOnly }) => [check("media_folder_is_one", sql`${isOnly}`)],
);

/** Files of deleted and replaced pictures, kept for a while so that either can be undone. */
export const mediaBin = pgTable("media_bin", {
  base: text("base").primaryKey(),
  keys: textList("keys"),
  /** The file columns of the picture's row. */
  file: jsonb("file").$type<StoredFile>(),
  removeAfter: instant("remove_after").notNull(),
  /** When they were permanently deleted. */
  removedAt: instant("removed_at"),
});
