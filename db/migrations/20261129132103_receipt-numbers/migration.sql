CREATE TABLE "receipt_counter" (
	"id" boolean PRIMARY KEY DEFAULT true,
	"last" integer NOT NULL,
	CONSTRAINT "receipt_counter_one_row" CHECK ("id")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "receipt_number" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_receipt_number_key" ON "orders" ("receipt_number") WHERE "receipt_number" is not null;