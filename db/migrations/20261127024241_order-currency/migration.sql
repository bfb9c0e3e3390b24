ALTER TABLE "day_closings" ADD COLUMN "currency" text DEFAULT 'usd' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "currency" text DEFAULT 'usd' NOT NULL;--> statement-breakpoint
-- The figures of a day count orders in the shop's currency: with another one every precomputed day is wrong.
CREATE FUNCTION forget_order_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(NEW.key, OLD.key) = 'CURRENCY' THEN
    DELETE FROM order_days;
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER settings_forget_order_days AFTER INSERT OR UPDATE OR DELETE ON "settings" FOR EACH ROW EXECUTE FUNCTION forget_order_days();
