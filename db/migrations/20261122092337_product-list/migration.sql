CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE FUNCTION product_search_text(name text, kitchen_name text, tags text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN lower(' ' || name || ' ' || coalesce(kitchen_name, '') || ' ' || array_to_string(tags, ' '));--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "name_key" text GENERATED ALWAYS AS (lower(name)) STORED;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "search_text" text GENERATED ALWAYS AS (product_search_text(name, kitchen_name, tags)) STORED;--> statement-breakpoint
CREATE INDEX "products_name_idx" ON "products" ("name_key","id") WHERE "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "products_price_idx" ON "products" ("price_cents","id") WHERE "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "products_created_idx" ON "products" ("created_at","id") WHERE "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "products_updated_idx" ON "products" ("updated_at","id") WHERE "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "products_stock_idx" ON "products" ("stock","id") WHERE "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "products_hidden_idx" ON "products" ("name_key","id") WHERE "deleted_at" is null and "is_hidden";--> statement-breakpoint
CREATE INDEX "products_sold_out_idx" ON "products" ("name_key","id") WHERE "deleted_at" is null and ("is_sold_out" or "stock" = 0);--> statement-breakpoint
CREATE INDEX "products_tax_class_idx" ON "products" ("tax_class","id") WHERE "deleted_at" is null and "tax_class" <> 'standard';--> statement-breakpoint
CREATE INDEX "products_tags_idx" ON "products" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "products_search_idx" ON "products" USING gin ("search_text" gin_trgm_ops);