import { useRevalidator } from "react-router";
import { Button } from "#app/kit/button.tsx";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import { PICTURE_CALL } from "#app/media/domain/upload.ts";
import { MAX_PICTURE_BYTES, MAX_UPLOAD_BYTES } from "#app/values/limits.ts";
import { DropZone, PICTURE_TYPES } from "./drop-zone.tsx";
import { UploadRows } from "./upload-rows.tsx";
import { useUploads } from "./use-uploads.ts";

const WHAT = `JPEG, PNG, WebP, AVIF, GIF or SVG, up to ${MAX_PICTURE_BYTES / 1_000_000} MB each. Location data is removed.`;

/** Uploads pictures: dropped or chosen, many at a time. Without scripts a plain form. */
export function UploadArea({ folder }: { readonly folder: string }) {
  const isClient = useIsClient();
  const { revalidate } = useRevalidator();
  const list = useUploads({ folder, onStored: () => void revalidate(), onSettled: () => void revalidate() });
  if (!isClient) {
    return (
      <form method="post" action={PICTURE_CALL} encType="multipart/form-data" className="mb-5 flex flex-wrap items-center gap-3">
        <input type="hidden" name="folder" value={folder} />
        <input type="file" name="file" multiple accept={PICTURE_TYPES} aria-label="Pictures" className="max-w-full" />
        <Button type="submit" size="desk">
          Upload pictures
        </Button>
        <span className="text-ink-2">
          {WHAT} Together up to {MAX_UPLOAD_BYTES / 1_000_000} MB.
        </span>
      </form>
    );
  }
  return (
    <div className="mb-5 grid gap-3">
      <DropZone onFiles={list.add} choose="Upload pictures" isMany>
        <span className="max-sm:hidden">or drop them here{folder === "" ? "" : `, into “${folder}”`}. </span>
        {WHAT}
      </DropZone>
      <UploadRows list={list} />
    </div>
  );
}
