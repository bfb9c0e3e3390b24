CREATE TABLE "menu_versions" (
	"name" text,
	"version" integer,
	"items" jsonb NOT NULL,
	"saved_by" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "menu_versions_pkey" PRIMARY KEY("name","version")
);
--> statement-breakpoint
CREATE TABLE "media_bin" (
	"base" text PRIMARY KEY,
	"keys" text[] DEFAULT '{}'::text[] NOT NULL,
	"remove_after" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "folder" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "tags" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "is_decorative" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "focal_x" integer DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "focal_y" integer DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "byte_size" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "placeholder" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "state" text DEFAULT 'ready' NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "problem" text;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "upload_key" text;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "upload_hash" text;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "upload_bytes" integer;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "created_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;