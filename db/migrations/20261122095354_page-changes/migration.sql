-- Tells everybody who keeps pages in memory that what pages show has changed: a notification to the channel shopbell_pages, delivered with the
-- commit, and a notice (SB001) to the connection that did it. A stock that goes from 12 to 11 shows on no page; from 1 to 0 it does.
CREATE FUNCTION pages_row(r jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN (r->>'stock')::int > 0 THEN jsonb_set(r, '{stock}', '1') ELSE r END
$$;--> statement-breakpoint
CREATE FUNCTION pages_tell() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('shopbell_pages', '');
  RAISE NOTICE USING ERRCODE = 'SB001', MESSAGE = 'what pages show has changed';
END
$$;--> statement-breakpoint
CREATE FUNCTION pages_watch() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_changed boolean := true;
BEGIN
  IF TG_OP = 'INSERT' THEN
    is_changed := EXISTS (SELECT FROM new_rows);
  ELSIF TG_OP = 'DELETE' THEN
    is_changed := EXISTS (SELECT FROM old_rows);
  ELSIF TG_OP = 'UPDATE' THEN
    is_changed := EXISTS (SELECT pages_row(to_jsonb(n)) FROM new_rows n EXCEPT SELECT pages_row(to_jsonb(o)) FROM old_rows o);
  END IF;
  IF is_changed THEN
    PERFORM pages_tell();
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
-- Uses show when they end an offer, or give it back: those who take one hold the offer's row, so no two of them count at once.
CREATE FUNCTION pages_watch_uses() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changes jsonb := '[]';
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    PERFORM pages_tell();
    RETURN NULL;
  END IF;
  IF TG_OP IN ('INSERT', 'UPDATE') THEN
    changes := changes || coalesce((SELECT jsonb_agg(jsonb_build_object('id', promotion_id, 'uses', 1, 'spent', amount_cents)) FROM new_rows WHERE state IN ('held', 'redeemed')), '[]');
  END IF;
  IF TG_OP IN ('DELETE', 'UPDATE') THEN
    changes := changes || coalesce((SELECT jsonb_agg(jsonb_build_object('id', promotion_id, 'uses', -1, 'spent', -amount_cents)) FROM old_rows WHERE state IN ('held', 'redeemed')), '[]');
  END IF;
  IF EXISTS (
    SELECT FROM promotions p
    JOIN (SELECT c.id, sum(c.uses) AS uses, sum(c.spent) AS spent FROM jsonb_to_recordset(changes) AS c(id int, uses int, spent bigint) GROUP BY c.id) change ON change.id = p.id
    CROSS JOIN LATERAL (
      SELECT count(*) AS uses, coalesce(sum(u.amount_cents), 0) AS spent FROM promotion_uses u WHERE u.promotion_id = p.id AND u.state IN ('held', 'redeemed')
    ) counted
    WHERE (p.total_uses IS NOT NULL AND (counted.uses >= p.total_uses) <> (counted.uses - change.uses >= p.total_uses))
      OR (p.budget_cents IS NOT NULL AND (counted.spent >= p.budget_cents) <> (counted.spent - change.spent >= p.budget_cents))
  ) THEN
    PERFORM pages_tell();
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
-- For every table whose rows pages show.
CREATE FUNCTION pages_watch_table(name regclass, watch text DEFAULT 'pages_watch') RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER pages_inserted AFTER INSERT ON %s REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION %I()', name, watch);
  EXECUTE format('CREATE TRIGGER pages_updated AFTER UPDATE ON %s REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION %I()', name, watch);
  EXECUTE format('CREATE TRIGGER pages_deleted AFTER DELETE ON %s REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION %I()', name, watch);
  EXECUTE format('CREATE TRIGGER pages_truncated AFTER TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION %I()', name, watch);
END
$$;--> statement-breakpoint
SELECT pages_watch_table('settings');--> statement-breakpoint
SELECT pages_watch_table('categories');--> statement-breakpoint
SELECT pages_watch_table('products');--> statement-breakpoint
SELECT pages_watch_table('product_categories');--> statement-breakpoint
SELECT pages_watch_table('product_media');--> statement-breakpoint
SELECT pages_watch_table('media');--> statement-breakpoint
SELECT pages_watch_table('customization_templates');--> statement-breakpoint
SELECT pages_watch_table('customization_options');--> statement-breakpoint
SELECT pages_watch_table('product_customizations');--> statement-breakpoint
SELECT pages_watch_table('pages');--> statement-breakpoint
SELECT pages_watch_table('menus');--> statement-breakpoint
SELECT pages_watch_table('reviews');--> statement-breakpoint
SELECT pages_watch_table('promotions');--> statement-breakpoint
SELECT pages_watch_table('promotion_uses', 'pages_watch_uses');
