CREATE TABLE "low_stock_notices" (
	"product_id" integer,
	"variant_id" integer,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "low_stock_notices_pkey" PRIMARY KEY("product_id","variant_id")
);
--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "user_id" integer;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "stock_taking" uuid;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "low_stock" integer;--> statement-breakpoint
DROP INDEX "stock_movements_transaction_idx";--> statement-breakpoint
CREATE INDEX "stock_movements_transaction_idx" ON "stock_movements" ("transaction") WHERE "user_name" = '';--> statement-breakpoint
CREATE INDEX "products_low_stock_idx" ON "products" (product_fold("name"),"id") WHERE "deleted_at" is null and "low_stock" is not null;--> statement-breakpoint
ALTER TABLE "low_stock_notices" ADD CONSTRAINT "low_stock_notices_product_id_products_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_low_stock_not_negative" CHECK ("low_stock" >= 0);--> statement-breakpoint
ALTER TABLE "stock_movements" DROP CONSTRAINT "stock_movements_reason_known", ADD CONSTRAINT "stock_movements_reason_known" CHECK ("reason" in ('order','return','edit','import','stock-taking'));--> statement-breakpoint
-- Movements know the user: of the reason, or of the history entry of the same transaction.
CREATE OR REPLACE FUNCTION stock_movements_watch() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  said jsonb := coalesce(nullif(current_setting('shopbell.stock', true), ''), '{}')::jsonb;
  -- Who did it, where the reason says so.
  who int := (said->>'userId')::int;
  who_name text := coalesce(said->>'userName', '');
  taking uuid := (said->>'stockTaking')::uuid;
BEGIN
  IF TG_TABLE_NAME = 'products' AND TG_OP = 'UPDATE' THEN
    INSERT INTO stock_movements (product_id, before, after, reason, order_id, user_id, user_name, stock_taking)
    SELECT n.id, o.stock, n.stock, coalesce(said->>'reason', 'edit'), (said->>'orderId')::uuid, who, who_name, taking
    FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE n.stock IS DISTINCT FROM o.stock ORDER BY n.id;
  ELSIF TG_TABLE_NAME = 'products' THEN
    INSERT INTO stock_movements (product_id, after, reason, user_id, user_name) SELECT id, stock, coalesce(said->>'reason', 'edit'), who, who_name FROM new_rows WHERE stock IS NOT NULL ORDER BY id;
  ELSIF TG_OP = 'DELETE' THEN
    -- Not when the product itself goes, nor of options that were gone before.
    INSERT INTO stock_movements (product_id, variant_id, before, reason, user_id, user_name) SELECT product_id, id, stock, coalesce(said->>'reason', 'edit'), who, who_name
    FROM old_rows WHERE stock IS NOT NULL AND gone_at IS NULL AND EXISTS (SELECT FROM products p WHERE p.id = product_id) ORDER BY id;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO stock_movements (product_id, variant_id, before, after, reason, order_id, user_id, user_name, stock_taking)
    SELECT n.product_id, n.id, o.stock, n.stock, coalesce(said->>'reason', 'edit'), (said->>'orderId')::uuid, who, who_name, taking
    FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE n.stock IS DISTINCT FROM o.stock ORDER BY n.id;
  ELSE
    INSERT INTO stock_movements (product_id, variant_id, after, reason, user_id, user_name)
    SELECT product_id, id, stock, coalesce(said->>'reason', 'edit'), who, who_name FROM new_rows WHERE stock IS NOT NULL ORDER BY id;
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION stock_movements_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE stock_movements SET user_name = NEW.user_name, user_id = NEW.user_id
  WHERE transaction = txid_current() AND at = now() AND user_name = '';
  RETURN NULL;
END
$$;
