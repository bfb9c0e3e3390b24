ALTER TABLE "products" ADD COLUMN "compare_at_cents" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "hours" jsonb;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "seo_title" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "seo_description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "products_deleted_idx" ON "products" ("deleted_at") WHERE "deleted_at" is not null;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_compare_at_range" CHECK ("compare_at_cents" between 1 and 9999999);