import type { ReactNode } from "react";
import type { Hit, PickerExtraProps } from "#app/kit/pickers/hit.ts";
import { RecordPicker } from "#app/kit/pickers/record-picker.tsx";
import { DropZone } from "./drop-zone.tsx";
import { UploadRows } from "./upload-rows.tsx";
import { useUploads } from "./use-uploads.ts";

interface PicturePickerProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly chosen: readonly Hit[];
  /** Several, and their order matters. */
  readonly isMany?: boolean;
  /** Rendered below each selected picture. */
  readonly belowEach?: (hit: Hit) => ReactNode;
}

/** A field of a record form for pictures: found by name, or uploaded inline and selected immediately. */
export function PicturePicker(props: PicturePickerProps) {
  return <RecordPicker {...props} kind="media" below={PictureUploads} />;
}

/** Uploads below a picker. */
export function PictureUploads({ isMany, onPick, onLearn }: PickerExtraProps) {
  const list = useUploads({ onStored: ({ hit }) => onPick(hit), onSettled: ({ hit }) => onLearn(hit) });
  return (
    <>
      <DropZone onFiles={list.add} choose={isMany ? "Upload pictures" : "Upload a picture"} isMany={isMany}>
        <span className="max-sm:hidden">or drop {isMany ? "them" : "it"} here</span>
      </DropZone>
      <UploadRows list={list} />
    </>
  );
}

/** For the rich-text editor, which does not depend on media (kit/forms/html/picture-upload.ts). */
export function drawPictureUploads(extra: PickerExtraProps) {
  return <PictureUploads {...extra} />;
}
