DROP INDEX "products_name_idx";--> statement-breakpoint
CREATE INDEX "products_name_idx" ON "products" (product_fold("name"),"id") WHERE "deleted_at" is null;--> statement-breakpoint
DROP INDEX "products_hidden_idx";--> statement-breakpoint
CREATE INDEX "products_hidden_idx" ON "products" (product_fold("name"),"id") WHERE "deleted_at" is null and "is_hidden";--> statement-breakpoint
DROP INDEX "products_sold_out_idx";--> statement-breakpoint
CREATE INDEX "products_sold_out_idx" ON "products" (product_fold("name"),"id") WHERE "deleted_at" is null and ("is_sold_out" or "stock" = 0);