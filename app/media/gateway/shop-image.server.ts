import type { Sharp } from "sharp";
import { loadSharp } from "./inspect-picture.server.ts";

/** The shop's logo and icons as PNG, which mail programs and phones support. */
export const SHOP_IMAGES = {
  logo: { of: "LOGO", height: 96 },
  "icon-180": { of: "SHOP_ICON", size: 180, background: "#ffffff" },
  "icon-192": { of: "SHOP_ICON", size: 192 },
  "icon-512": { of: "SHOP_ICON", size: 512 },
  /** Phones crop it to a circle: the essential part is in the middle. */
  "maskable-512": { of: "SHOP_ICON", size: 512, background: "#ffffff", margin: 64 },
} as const;
export type ShopImageName = keyof typeof SHOP_IMAGES;

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
/** A logo wider than this multiple of its height is scaled down. */
const MOST_WIDE = 8;

/** One of the images, as PNG bytes. */
export async function shopImage(picture: Uint8Array, name: ShopImageName): Promise<Uint8Array> {
  const sharp = await loadSharp();
  return drawn(sharp(picture), SHOP_IMAGES[name]).png({ compressionLevel: 9 }).toBuffer();
}

function drawn(picture: Sharp, image: (typeof SHOP_IMAGES)[ShopImageName]): Sharp {
  if ("height" in image) return picture.resize({ height: image.height, width: image.height * MOST_WIDE, fit: "inside" });
  const background = "background" in image ? image.background : CLEAR;
  const margin = "margin" in image ? image.margin : 0;
  const inner = image.size - 2 * margin;
  const sized = picture.resize(inner, inner, { fit: "contain", background });
  const framed = margin === 0 ? sized : sized.extend({ top: margin, bottom: margin, left: margin, right: margin, background });
  return "background" in image ? framed.flatten({ background }) : framed;
}
