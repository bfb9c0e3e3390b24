ALTER TABLE "orders" ADD COLUMN "goes_with" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "kitchen_changes" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_goes_with_idx" ON "orders" ("goes_with") WHERE "goes_with" is not null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_goes_with_orders_id_fkey" FOREIGN KEY ("goes_with") REFERENCES "orders"("id") ON DELETE SET NULL;