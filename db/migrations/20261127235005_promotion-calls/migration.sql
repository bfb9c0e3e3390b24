ALTER TABLE "promotions" ADD COLUMN "call_key" text;--> statement-breakpoint
ALTER TABLE "promotions" ADD COLUMN "call_hash" text;--> statement-breakpoint
ALTER TABLE "promotions" ADD CONSTRAINT "promotions_call_key_key" UNIQUE("call_key");