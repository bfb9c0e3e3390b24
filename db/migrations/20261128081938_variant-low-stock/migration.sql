ALTER TABLE "product_variants" ADD COLUMN "low_stock" integer;--> statement-breakpoint
CREATE INDEX "product_variants_low_idx" ON "product_variants" ("product_id") WHERE "low_stock" is not null;--> statement-breakpoint
ALTER TABLE "product_variants" ADD CONSTRAINT "product_variants_low_stock_not_negative" CHECK ("low_stock" >= 0);