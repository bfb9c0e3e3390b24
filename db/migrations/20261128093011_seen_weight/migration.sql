ALTER TABLE "cart_items" ADD COLUMN "seen_weight" jsonb;--> statement-breakpoint
-- Carts of before count the steps of today.
UPDATE "cart_items" SET "seen_weight" = jsonb_build_object('unit', p."weight_unit", 'step',
  coalesce(p."weight_step", CASE p."weight_unit" WHEN 'lb' THEN 25 WHEN '100g' THEN 50 ELSE 100 END))
FROM "products" p WHERE p."id" = "cart_items"."product_id" AND p."weight_unit" IS NOT NULL AND "cart_items"."seen_unit_price_cents" IS NOT NULL;
