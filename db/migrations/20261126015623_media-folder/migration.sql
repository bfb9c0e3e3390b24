CREATE TABLE "media_folder" (
	"is_only" boolean PRIMARY KEY DEFAULT true,
	"folder_id" text NOT NULL,
	CONSTRAINT "media_folder_is_one" CHECK ("is_only")
);
