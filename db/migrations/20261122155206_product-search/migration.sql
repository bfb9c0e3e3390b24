CREATE TABLE "product_search" (
	"product_id" integer PRIMARY KEY,
	"name" text NOT NULL,
	"words" tsvector NOT NULL,
	"is_shown" boolean NOT NULL,
	"is_popular" boolean NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_words" (
	"word" text NOT NULL
);
--> statement-breakpoint
DROP INDEX "product_categories_category_idx";--> statement-breakpoint
DROP INDEX "products_shop_search_idx";--> statement-breakpoint
CREATE INDEX "product_search_words_idx" ON "product_search" USING gin ("words");--> statement-breakpoint
CREATE INDEX "product_search_name_idx" ON "product_search" ("name" text_pattern_ops,"product_id");--> statement-breakpoint
CREATE INDEX "product_words_word_idx" ON "product_words" ("word" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "product_words_alike_idx" ON "product_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "product_categories_place_idx" ON "product_categories" ("category_id","position","product_id");--> statement-breakpoint
CREATE INDEX "products_popular_idx" ON "products" ("position","id") WHERE "is_popular" and not "is_hidden" and "deleted_at" is null;--> statement-breakpoint
ALTER TABLE "product_search" ADD CONSTRAINT "product_search_product_id_products_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE;--> statement-breakpoint
-- Words as the search compares them: small letters, no accents, an apostrophe joins, any other punctuation separates.
CREATE FUNCTION product_words(words text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN array_remove(regexp_split_to_array(regexp_replace(product_fold(words), '[''\u2019]', '', 'g'), '[\s\u0001-/:-@\[-`{-\u00bf\u2000-\u206f\u3000-\u3003]+'), '');--> statement-breakpoint
-- Writes anew what is searched of these products. The rows are locked before anything is read of the products, so that of two who change one
-- product the later sees what the earlier has done.
CREATE FUNCTION product_search_refresh(changed int[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF changed IS NULL THEN
    RETURN;
  END IF;
  PERFORM FROM product_search WHERE product_id = ANY(changed) ORDER BY product_id FOR UPDATE;
  DELETE FROM product_search s WHERE s.product_id = ANY(changed) AND NOT EXISTS (SELECT FROM products p WHERE p.id = s.product_id AND p.deleted_at IS NULL);
  WITH RECURSIVE above AS (
    SELECT pc.product_id, c.id, c.parent_id, c.name, c.is_hidden
    FROM product_categories pc JOIN categories c ON c.id = pc.category_id WHERE pc.product_id = ANY(changed)
    UNION
    SELECT a.product_id, c.id, c.parent_id, c.name, c.is_hidden FROM above a JOIN categories c ON c.id = a.parent_id
  ), written AS (
    INSERT INTO product_search AS s (product_id, name, words, is_shown, is_popular, position)
    SELECT p.id, ' ' || array_to_string(product_words(p.name), ' '),
      array_to_tsvector(ARRAY(SELECT left(word, 60) FROM unnest(product_words(concat_ws(' ', p.name, p.summary, array_to_string(p.tags, ' '), k.names))) word)),
      NOT p.is_hidden, p.is_popular, p.position
    FROM products p
    LEFT JOIN (SELECT product_id, string_agg(name, ' ') AS names FROM above WHERE NOT is_hidden GROUP BY product_id) k ON k.product_id = p.id
    WHERE p.id = ANY(changed) AND p.deleted_at IS NULL
    ON CONFLICT (product_id) DO UPDATE SET name = excluded.name, words = excluded.words, is_shown = excluded.is_shown, is_popular = excluded.is_popular, position = excluded.position
      WHERE (s.name, s.words, s.is_shown, s.is_popular, s.position) IS DISTINCT FROM (excluded.name, excluded.words, excluded.is_shown, excluded.is_popular, excluded.position)
    RETURNING words
  )
  INSERT INTO product_words (word)
  SELECT DISTINCT word FROM written, unnest(tsvector_to_array(written.words)) word
  WHERE length(word) > 2 AND word ~ '[^0-9]' AND NOT EXISTS (SELECT FROM product_words w WHERE w.word = word.word);
END
$$;--> statement-breakpoint
CREATE FUNCTION product_search_watch() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed int[];
BEGIN
  IF TG_TABLE_NAME = 'products' THEN
    IF TG_OP = 'INSERT' THEN
      changed := ARRAY(SELECT id FROM new_rows);
    ELSE
      changed := ARRAY(
        SELECT n.id FROM new_rows n JOIN old_rows o USING (id)
        WHERE (n.name, n.summary, n.tags, n.is_hidden, n.is_popular, n.position, n.deleted_at) IS DISTINCT FROM (o.name, o.summary, o.tags, o.is_hidden, o.is_popular, o.position, o.deleted_at)
      );
    END IF;
  ELSIF TG_TABLE_NAME = 'product_categories' THEN
    IF TG_OP = 'INSERT' THEN
      changed := ARRAY(SELECT DISTINCT product_id FROM new_rows);
    ELSIF TG_OP = 'DELETE' THEN
      changed := ARRAY(SELECT DISTINCT product_id FROM old_rows);
    ELSE
      changed := ARRAY(
        SELECT n.product_id FROM new_rows n WHERE NOT EXISTS (SELECT FROM old_rows o WHERE (o.product_id, o.category_id) = (n.product_id, n.category_id))
        UNION
        SELECT o.product_id FROM old_rows o WHERE NOT EXISTS (SELECT FROM new_rows n WHERE (o.product_id, o.category_id) = (n.product_id, n.category_id))
      );
    END IF;
  ELSE
    changed := ARRAY(
      WITH RECURSIVE below AS (
        SELECT n.id FROM new_rows n JOIN old_rows o USING (id) WHERE (n.name, n.parent_id, n.is_hidden) IS DISTINCT FROM (o.name, o.parent_id, o.is_hidden)
        UNION
        SELECT c.id FROM categories c JOIN below b ON c.parent_id = b.id
      )
      SELECT DISTINCT pc.product_id FROM product_categories pc JOIN below b ON b.id = pc.category_id
    );
  END IF;
  IF cardinality(changed) > 0 THEN
    PERFORM product_search_refresh(changed);
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER product_search_inserted AFTER INSERT ON products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION product_search_watch();--> statement-breakpoint
CREATE TRIGGER product_search_updated AFTER UPDATE ON products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION product_search_watch();--> statement-breakpoint
CREATE TRIGGER product_search_inserted AFTER INSERT ON product_categories REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION product_search_watch();--> statement-breakpoint
CREATE TRIGGER product_search_updated AFTER UPDATE ON product_categories REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION product_search_watch();--> statement-breakpoint
CREATE TRIGGER product_search_deleted AFTER DELETE ON product_categories REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION product_search_watch();--> statement-breakpoint
CREATE TRIGGER product_search_updated AFTER UPDATE ON categories REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION product_search_watch();--> statement-breakpoint
SELECT product_search_refresh(ARRAY(SELECT id FROM products));
