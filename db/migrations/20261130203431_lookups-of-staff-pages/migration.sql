CREATE INDEX "mail_outbox_failed_idx" ON "mail_outbox" ("created_at") WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX "audit_log_action_idx" ON "audit_log" ("action","at");