import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { PictureVariant } from "#app/media/domain/picture.ts";
import { createdAt, id } from "#app/platform/db/columns.ts";

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
  createdAt: createdAt(),
});
