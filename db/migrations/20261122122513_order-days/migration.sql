CREATE TABLE "order_days" (
	"starts_at" timestamp with time zone PRIMARY KEY,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_days_range" CHECK ("starts_at" < "ends_at")
);
--> statement-breakpoint
CREATE TABLE "order_facts" (
	"starts_at" timestamp with time zone,
	"kind" text,
	"key" text,
	"label" text NOT NULL,
	"count" bigint NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "order_facts_pkey" PRIMARY KEY("starts_at","kind","key")
);
--> statement-breakpoint
ALTER TABLE "order_facts" ADD CONSTRAINT "order_facts_starts_at_order_days_starts_at_fkey" FOREIGN KEY ("starts_at") REFERENCES "order_days"("starts_at") ON DELETE CASCADE;--> statement-breakpoint
-- A changed order makes its kept day untrue: the day is forgotten in the same transaction. The shared lock, one for every date in UTC, lets the
-- job that keeps days see whether somebody is changing orders of one right now (it then leaves that day alone); orders do not wait for each other.
CREATE FUNCTION order_days_forget() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  placed timestamptz;
BEGIN
  FOREACH placed IN ARRAY ARRAY[OLD.placed_at, NEW.placed_at] LOOP
    CONTINUE WHEN placed IS NULL;
    PERFORM pg_advisory_xact_lock_shared(72041, (placed AT TIME ZONE 'UTC')::date - date '2000-01-01');
    DELETE FROM order_days WHERE starts_at <= placed AND starts_at > placed - interval '2 days' AND ends_at > placed;
  END LOOP;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER order_days_forget AFTER INSERT OR UPDATE OR DELETE ON "orders" FOR EACH ROW EXECUTE FUNCTION order_days_forget();
