ALTER TABLE "products" ADD COLUMN "call_key" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "call_hash" text;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_call_key_key" UNIQUE("call_key");