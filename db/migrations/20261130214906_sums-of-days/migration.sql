ALTER TABLE "day_closings" ALTER COLUMN "float_cents" SET DATA TYPE bigint USING "float_cents"::bigint;--> statement-breakpoint
ALTER TABLE "day_closings" ALTER COLUMN "terminal_cents" SET DATA TYPE bigint USING "terminal_cents"::bigint;--> statement-breakpoint
ALTER TABLE "day_closings" ALTER COLUMN "counted_cash_cents" SET DATA TYPE bigint USING "counted_cash_cents"::bigint;--> statement-breakpoint
ALTER TABLE "day_closings" ALTER COLUMN "expected_cash_cents" SET DATA TYPE bigint USING "expected_cash_cents"::bigint;