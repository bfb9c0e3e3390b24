ALTER TABLE "customers" ADD COLUMN "marketing_consent" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "consent_source" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "consent_at" timestamp with time zone;