ALTER TABLE "products" ADD COLUMN "old_path" text;--> statement-breakpoint
CREATE INDEX "products_old_path_idx" ON "products" ("old_path") WHERE "old_path" is not null;