/** Newest first: a browser takes the first format it supports. */
export const PICTURE_FORMATS = ["avif", "webp", "jpeg"] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];
/** Widths a picture is re-encoded to, in pixels; never wider than the original. */
export const PICTURE_WIDTHS = [320, 640, 960, 1280] as const;

/** One re-encoded size, as stored with the picture. */
export interface PictureVariant {
  readonly key: string;
  readonly width: number;
  readonly height: number;
  readonly format: PictureFormat;
}

/** A picture as pages use it; the addresses of its sizes follow from `base`. */
export interface Picture {
  readonly base: string;
  readonly alt: string;
  /** Size of the largest version, in pixels: reserves the space before anything has loaded. */
  readonly width: number;
  readonly height: number;
  /** CSS of the placeholder: the mean colour, and over it the picture in a few blurred pixels. */
  readonly background: string;
  /** CSS `object-position` of the focal point; left out = the middle. */
  readonly focus?: string;
  /** Available widths per format, narrow to wide. JPEG has at least one. */
  readonly widths: Readonly<Partial<Record<PictureFormat, readonly number[]>>>;
}

/** The key prefix for a content hash (SHA-256, hex): spread over 256 folders. */
export function pictureBase(contentHash: string): string {
  return `${contentHash.slice(0, 2)}/${contentHash.slice(0, 32)}`;
}

/** The media store's key of one size of a picture. */
export function pictureKey(base: string, width: number, format: PictureFormat): string {
  return `${base}-${width}.${format === "jpeg" ? "jpg" : format}`;
}

/** The path under which the shop serves pictures. */
export const MEDIA_PATH = "/media";

/** The address of a media key. */
export function mediaUrl(key: string, base = MEDIA_PATH): string {
  return `${base}/${key}`;
}

/** One `<source>` per available format, best first: `{type: "image/avif", srcSet: "/media/… 320w, …"}`. The `<img>` has the JPEG. */
export function pictureSources(picture: Picture, base = MEDIA_PATH): readonly { readonly type: string; readonly srcSet: string }[] {
  return PICTURE_FORMATS.filter((format) => format !== "jpeg").flatMap((format) => {
    const srcSet = formatSrcSet(picture, format, base);
    return srcSet === "" ? [] : [{ type: `image/${format}`, srcSet }];
  });
}

/** The JPEG sizes as a `srcset`, for the `<img>` itself. */
export function formatSrcSet(picture: Picture, format: PictureFormat, base = MEDIA_PATH): string {
  return (picture.widths[format] ?? []).map((width) => `${mediaUrl(pictureKey(picture.base, width, format), base)} ${width}w`).join(", ");
}

/** The JPEG that is at least `width` pixels wide, or the widest: for emails, carts, and browsers without `srcset`. Null without a JPEG. */
export function pictureUrl(picture: Picture, width: number, base = MEDIA_PATH): string | null {
  const widths = picture.widths.jpeg ?? [];
  const best = widths.find((each) => each >= width) ?? widths.at(-1);
  return best === undefined ? null : mediaUrl(pictureKey(picture.base, best, "jpeg"), base);
}
