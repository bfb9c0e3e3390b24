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
ALTER TABLE "order_facts" ADD CONSTRAINT "order_facts_starts_at_order_days_starts_at_fkey" FOREIGN KEY ("starts_at") REFERENCES "order_days"("starts_at") ON DELETE CASCADE;