-- Statements of these triggers that join the rows before and after are planned each time: a plan kept from an update of one row compares
-- each row with each other one, which took a minute for 5,000 rows.
CREATE OR REPLACE FUNCTION stock_movements_watch() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  said jsonb := coalesce(nullif(current_setting('shopbell.stock', true), ''), '{}')::jsonb;
  -- Who did it, where the reason says so.
  who int := (said->>'userId')::int;
  who_name text := coalesce(said->>'userName', '');
  taking uuid := (said->>'stockTaking')::uuid;
BEGIN
  IF TG_TABLE_NAME = 'products' AND TG_OP = 'UPDATE' THEN
    EXECUTE 'INSERT INTO stock_movements (product_id, before, after, reason, order_id, user_id, user_name, stock_taking)
      SELECT n.id, o.stock, n.stock, $1, $2, $3, $4, $5 FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE n.stock IS DISTINCT FROM o.stock ORDER BY n.id'
    USING coalesce(said->>'reason', 'edit'), (said->>'orderId')::uuid, who, who_name, taking;
  ELSIF TG_TABLE_NAME = 'products' THEN
    INSERT INTO stock_movements (product_id, after, reason, user_id, user_name) SELECT id, stock, coalesce(said->>'reason', 'edit'), who, who_name FROM new_rows WHERE stock IS NOT NULL ORDER BY id;
  ELSIF TG_OP = 'DELETE' THEN
    -- Not when the product itself goes, nor of options that were gone before.
    INSERT INTO stock_movements (product_id, variant_id, before, reason, user_id, user_name) SELECT product_id, id, stock, coalesce(said->>'reason', 'edit'), who, who_name
    FROM old_rows WHERE stock IS NOT NULL AND gone_at IS NULL AND EXISTS (SELECT FROM products p WHERE p.id = product_id) ORDER BY id;
  ELSIF TG_OP = 'UPDATE' THEN
    EXECUTE 'INSERT INTO stock_movements (product_id, variant_id, before, after, reason, order_id, user_id, user_name, stock_taking)
      SELECT n.product_id, n.id, o.stock, n.stock, $1, $2, $3, $4, $5 FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE n.stock IS DISTINCT FROM o.stock ORDER BY n.id'
    USING coalesce(said->>'reason', 'edit'), (said->>'orderId')::uuid, who, who_name, taking;
  ELSE
    INSERT INTO stock_movements (product_id, variant_id, after, reason, user_id, user_name)
    SELECT product_id, id, stock, coalesce(said->>'reason', 'edit'), who, who_name FROM new_rows WHERE stock IS NOT NULL ORDER BY id;
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION product_search_watch() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed int[];
BEGIN
  IF TG_TABLE_NAME = 'products' THEN
    IF TG_OP = 'INSERT' THEN
      changed := ARRAY(SELECT id FROM new_rows);
    ELSE
      EXECUTE 'SELECT array_agg(n.id) FROM new_rows n JOIN old_rows o USING (id)
        WHERE (n.name, n.summary, n.tags, n.is_hidden, n.is_popular, n.position, n.deleted_at) IS DISTINCT FROM (o.name, o.summary, o.tags, o.is_hidden, o.is_popular, o.position, o.deleted_at)'
      INTO changed;
    END IF;
  ELSIF TG_TABLE_NAME = 'product_categories' THEN
    IF TG_OP = 'INSERT' THEN
      changed := ARRAY(SELECT DISTINCT product_id FROM new_rows);
    ELSIF TG_OP = 'DELETE' THEN
      changed := ARRAY(SELECT DISTINCT product_id FROM old_rows);
    ELSE
      EXECUTE 'SELECT array_agg(product_id) FROM (
        SELECT n.product_id FROM new_rows n WHERE NOT EXISTS (SELECT FROM old_rows o WHERE (o.product_id, o.category_id) = (n.product_id, n.category_id))
        UNION
        SELECT o.product_id FROM old_rows o WHERE NOT EXISTS (SELECT FROM new_rows n WHERE (o.product_id, o.category_id) = (n.product_id, n.category_id))
      ) moved' INTO changed;
    END IF;
  ELSE
    EXECUTE 'WITH RECURSIVE below AS (
        SELECT n.id FROM new_rows n JOIN old_rows o USING (id) WHERE (n.name, n.parent_id, n.is_hidden) IS DISTINCT FROM (o.name, o.parent_id, o.is_hidden)
        UNION
        SELECT c.id FROM categories c JOIN below b ON c.parent_id = b.id
      )
      SELECT array_agg(DISTINCT pc.product_id) FROM product_categories pc JOIN below b ON b.id = pc.category_id'
    INTO changed;
  END IF;
  IF cardinality(changed) > 0 THEN
    PERFORM product_search_refresh(changed);
  END IF;
  RETURN NULL;
END
$$;
