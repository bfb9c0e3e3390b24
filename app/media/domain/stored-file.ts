import type { PictureVariant } from "./picture.ts";

/** `waiting`: its sizes are being made; `failed`: they could not be. A replaced picture keeps its old sizes meanwhile. */
export type PictureState = "ready" | "waiting" | "failed";

/** The columns of a picture's row that describe its file, without the content hash. */
export interface StoredFile {
  /** Key of the master in the media store. */
  readonly key: string;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
  /** Mean colour, #rrggbb. */
  readonly colour: string;
  /** A data URL of a few pixels. */
  readonly placeholder: string;
  /** Empty while they are being made. */
  readonly variants: readonly PictureVariant[];
  /** Of the uploaded file. */
  readonly byteSize: number;
}
