ALTER TABLE "orders" ADD COLUMN "courier_id" integer;--> statement-breakpoint
CREATE INDEX "orders_courier_idx" ON "orders" ("courier_id","completed_at") WHERE "courier_id" is not null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_courier_id_users_id_fkey" FOREIGN KEY ("courier_id") REFERENCES "users"("id") ON DELETE SET NULL;