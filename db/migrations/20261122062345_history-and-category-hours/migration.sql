ALTER TABLE "categories" ADD COLUMN "hours" jsonb;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "subject_kind" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "subject_ids" text[];--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "undoes" bigint;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_undoes_key" UNIQUE("undoes");--> statement-breakpoint
CREATE INDEX "audit_log_subject_idx" ON "audit_log" USING gin ("subject_ids");