import { useRevalidator } from "react-router";
import { Button } from "#app/kit/button.tsx";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import { PICTURE_CALL } from "#app/media/domain/upload.ts";
import { DropZone, PICTURE_TYPES } from "./drop-zone.tsx";
import { UploadRows } from "./upload-rows.tsx";
import { useUploads } from "./use-uploads.ts";

/** Replaces the file of a picture: every use shows the new one as soon as it is processed. */
export function ReplaceFile({ id }: { readonly id: number }) {
  const isClient = useIsClient();
  const { revalidate } = useRevalidator();
  const list = useUploads({ replaces: String(id), onStored: () => void revalidate(), onSettled: () => void revalidate() });
  if (!isClient) {
    return (
      <form method="post" action={PICTURE_CALL} encType="multipart/form-data" className="flex flex-wrap items-center gap-3">
        <input type="hidden" name="replaces" value={id} />
        <input type="file" name="file" accept={PICTURE_TYPES} aria-label="New file" className="max-w-full" />
        <Button type="submit" look="outline" size="desk">
          Replace file
        </Button>
      </form>
    );
  }
  return (
    <div className="grid gap-3">
      <DropZone onFiles={list.add} choose="Replace file">
        <span className="max-sm:hidden">or drop the new one here</span>
      </DropZone>
      <UploadRows list={list} isAsking={false} />
    </div>
  );
}
