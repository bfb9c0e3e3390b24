CREATE TABLE "build_files" (
	"name" text PRIMARY KEY,
	"bytes" bytea NOT NULL,
	"used_at" timestamp with time zone NOT NULL
);
