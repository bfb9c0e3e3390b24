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
  /** "Food/Pizza"; "" = in none. */
  folder: text("folder").notNull().default(""),
  tags: textList("tags"),
  /** It says nothing: readers of the page lose nothing when its alt text is empty. */
  isDecorative: boolean("is_decorative").notNull().default(false),
  /** What must stay visible when the picture is cut, in percent from the left and from the top. */
  focalX: integer("focal_x").notNull().default(50),
  focalY: integer("focal_y").notNull().default(50),
  /** Of the file that came in; 0 = from before it was kept. */
  byteSize: integer("byte_size").notNull().default(0),
  /** A few pixels as a data address, shown blurred while the picture loads. */
  placeholder: text("placeholder").notNull().default(""),
  state: text("state").$type<PictureState>().notNull().default("ready"),
  /** Why it failed, as a sentence. */
  problem: text("problem"),
  /** The file that waits to be made into sizes: its key in the media store, the hash of its bytes, and how large it is. */
  uploadKey: text("upload_key"),
  uploadHash: text("upload_hash"),
  uploadBytes: integer("upload_bytes"),
  createdBy: text("created_by").notNull().default(""),
  version: version(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** The data folder that holds the pictures' files, where they are in no bucket and the database is outside: one row, from the first stored file on. */
export const mediaFolder = pgTable(
  "media_folder",
  {
    isOnly: boolean("is_only").primaryKey().default(true),
    /** As in its file `media/folder-id`. */
    folderId: text("folder_id").notNull(),
  },
  ({ isOnly }) => [check("media_folder_is_one", sql`${isOnly}`)],
);

/** Files of deleted and replaced pictures: kept for a while, so that either can be taken back. */
export const mediaBin = pgTable("media_bin", {
  base: text("base").primaryKey(),
  keys: textList("keys"),
  /** What the picture's row knew of them. */
  file: jsonb("file").$type<StoredFile>(),
  removeAfter: instant("remove_after").notNull(),
  /** They are gone for good. */
  removedAt: instant("removed_at"),
});
