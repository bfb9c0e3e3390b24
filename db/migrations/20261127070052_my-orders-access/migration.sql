CREATE TABLE "my_orders_access" (
	"id" uuid PRIMARY KEY,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"token_hash" text UNIQUE,
	"is_session" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "my_orders_access_email_idx" ON "my_orders_access" ("email_key");--> statement-breakpoint
CREATE INDEX "my_orders_access_expires_idx" ON "my_orders_access" ("expires_at");