CREATE TABLE "connections" (
	"service" text PRIMARY KEY,
	"key_mark" text NOT NULL,
	"state" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"checked_at" timestamp with time zone NOT NULL
);
