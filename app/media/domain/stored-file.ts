import type { PictureVariant } from "./picture.ts";

/** `waiting`: its sizes are being made; `failed`: they could not be. A replaced picture keeps its old sizes meanwhile. */
export type PictureState = "ready" | "waiting" | "failed";

/** What a picture's row knows of its file, besides the hash of the content. */
export interface StoredFile {
  /** Of the master in the media store. */
  readonly key: string;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
  /** Mean colour, #rrggbb. */
  readonly colour: string;
  /** A data address of a few pixels. */
  readonly placeholder: string;
  /** None while they are being made. */
  readonly variants: readonly PictureVariant[];
  /** Of the file that came in. */
  readonly byteSize: number;
}
