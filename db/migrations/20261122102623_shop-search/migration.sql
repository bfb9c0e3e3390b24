CREATE EXTENSION IF NOT EXISTS unaccent;--> statement-breakpoint
-- As customers' words and what they search in are compared: small letters, no accents.
CREATE FUNCTION product_fold(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(unaccent('unaccent'::regdictionary, words));--> statement-breakpoint
CREATE FUNCTION product_shop_text(name text, summary text, tags text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN product_fold(' ' || name || ' ' || summary || ' ' || array_to_string(tags, ' '));--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "shop_search" text GENERATED ALWAYS AS (product_shop_text(name, summary, tags)) STORED;--> statement-breakpoint
CREATE INDEX "cart_items_product_idx" ON "cart_items" ("product_id");--> statement-breakpoint
CREATE INDEX "categories_media_idx" ON "categories" ("media_id");--> statement-breakpoint
CREATE INDEX "product_media_media_idx" ON "product_media" ("media_id");--> statement-breakpoint
CREATE INDEX "products_shop_search_idx" ON "products" USING gin ("shop_search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_sold_out_until_idx" ON "products" ("sold_out_until") WHERE "is_sold_out";--> statement-breakpoint
CREATE INDEX "coupon_sets_promotion_idx" ON "coupon_sets" ("promotion_id");