ALTER TABLE "categories" ADD COLUMN "call_key" text;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "call_hash" text;--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_call_key_key" UNIQUE("call_key");