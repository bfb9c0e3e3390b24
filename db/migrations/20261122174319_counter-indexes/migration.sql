CREATE INDEX "listening_screens_user_idx" ON "listening_screens" ("user_id");--> statement-breakpoint
CREATE INDEX "print_jobs_printer_idx" ON "print_jobs" ("printer_id");