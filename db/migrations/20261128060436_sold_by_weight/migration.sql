ALTER TABLE "products" ADD COLUMN "weight_unit" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "weight_step" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "weight_min" integer;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "weight" jsonb;