CREATE TABLE "refusals" (
	"hour" timestamp with time zone,
	"kind" text,
	"count" integer NOT NULL,
	CONSTRAINT "refusals_pkey" PRIMARY KEY("hour","kind")
);
