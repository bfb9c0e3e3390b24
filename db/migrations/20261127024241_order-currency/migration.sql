ALTER TABLE "day_closings" ADD COLUMN "currency" text DEFAULT 'usd' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "currency" text DEFAULT 'usd' NOT NULL;--> statement-breakpoint
-- The figures of a day count orders in the shop's currency: with another one every precomputed day is wrong.
-- The lock waits for transactions that are just adding a day, which the DELETE would not see, and those that come later read the new currency. No
-- deadlock: who adds a day only tries for the locks of dates and reads settings without a lock; who changes orders (trigger order_days_forget) takes no
-- lock of the settings. Where one of them stands behind this lock only in the queue, PostgreSQL lets it go first. Readers do not wait.
CREATE FUNCTION forget_order_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(NEW.key, OLD.key) = 'CURRENCY' THEN
    LOCK TABLE order_days IN SHARE ROW EXCLUSIVE MODE;
    DELETE FROM order_days;
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER settings_forget_order_days AFTER INSERT OR UPDATE OR DELETE ON "settings" FOR EACH ROW EXECUTE FUNCTION forget_order_days();
