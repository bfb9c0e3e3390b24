ALTER TABLE "product_customizations" ADD COLUMN "template_version" integer;--> statement-breakpoint
ALTER TABLE "product_customizations" ADD COLUMN "body" jsonb;--> statement-breakpoint
ALTER TABLE "product_customizations" ADD COLUMN "copied_from" integer;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "order_id" uuid;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "spam_sign" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "reply" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "replied_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "product_customizations" ALTER COLUMN "template_id" DROP NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "product_customizations_copy_key" ON "product_customizations" ("product_id","copied_from");--> statement-breakpoint
CREATE INDEX "product_customizations_copied_from_idx" ON "product_customizations" ("copied_from");--> statement-breakpoint
CREATE INDEX "reviews_queue_idx" ON "reviews" ("status","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_order_product_key" ON "reviews" ("order_id","product_id");--> statement-breakpoint
ALTER TABLE "product_customizations" ADD CONSTRAINT "product_customizations_link_or_copy" CHECK (("template_id" is null) = ("body" is not null));