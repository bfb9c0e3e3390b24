CREATE TABLE "bought_together" (
	"product_id" integer,
	"other_id" integer,
	"orders" integer NOT NULL,
	CONSTRAINT "bought_together_pkey" PRIMARY KEY("product_id","other_id")
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "goes_with" integer[] DEFAULT '{}'::integer[] NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "allergy_note" text DEFAULT '' NOT NULL;