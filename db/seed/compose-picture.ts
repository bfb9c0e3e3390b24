import { createRequire } from "node:module";
import path from "node:path";
import sharp, { type OverlayOptions } from "sharp";
import type { SeedPicture } from "./menu-types.ts";

/* Demo pictures: Microsoft's Fluent emoji (MIT, packaged by LobeHub) on a plate in the category's hue, with one light and scale. */

const WIDTH = 960;
const HEIGHT = 720;
const CENTRE = WIDTH / 2;
const PLATE = { y: 350, radius: 296 };
/** Longest edge of a drawing. Sources are 256 pixels wide; much larger looks blurred. */
const DISH_SIZE = 392;
const SIDE_SIZE = 168;
/** Several of the same are closer and larger. */
const TWIN_SIZE = 250;
/** Positions: the dish behind its sides. */
const DISH_FLOOR = 546;
const SIDE_FLOOR = 614;
const VISIBLE_ALPHA = 12;

const assets = path.join(path.dirname(createRequire(import.meta.url).resolve("@lobehub/fluent-emoji-3d/package.json")), "assets");

interface Thing {
  readonly pixels: Buffer;
  readonly width: number;
  readonly height: number;
  /** Centre, and where it touches the floor. */
  readonly x: number;
  readonly floor: number;
}

/** Composes 4:3 PNGs of 960 × 720, deterministically. Caches repeated drawings. */
export function createComposer(): (picture: SeedPicture, hue: number) => Promise<Buffer> {
  const drawings = new Map<string, Promise<Drawing>>();
  const drawingOf = (code: string): Promise<Drawing> => {
    const drawing = drawings.get(code) ?? readDrawing(code);
    drawings.set(code, drawing);
    return drawing;
  };
  return async (picture, hue) => {
    const things = await Promise.all(arrange(picture).map(async (spot) => place(await drawingOf(spot.code), spot)));
    return sharp(backdrop(things, hue)).composite(things.map(layerOf)).removeAlpha().png({ compressionLevel: 1 }).toBuffer();
  };
}

interface Spot {
  readonly code: string;
  /** Longest edge, centre, and where it touches the floor. */
  readonly size: number;
  readonly x: number;
  readonly floor: number;
}

/** Back to front. One side item is right of the dish; two are left and right. */
function arrange({ main, sides = [] }: SeedPicture): readonly Spot[] {
  const [first, second] = sides;
  const dish = { code: main, size: DISH_SIZE, x: sides.length === 1 ? CENTRE - 40 : CENTRE, floor: DISH_FLOOR };
  const beside = (code: string, distance: number): Spot =>
    code === main
      ? { code, size: TWIN_SIZE, x: CENTRE + distance * 0.86, floor: SIDE_FLOOR }
      : { code, size: SIDE_SIZE, x: CENTRE + distance, floor: SIDE_FLOOR };
  if (first === undefined) return [dish];
  if (second === undefined) return [dish, beside(first, 228)];
  return [dish, beside(first, -246), beside(second, 246)];
}

/** RGBA pixels with their non-transparent box. */
interface Drawing {
  readonly pixels: Buffer;
  readonly width: number;
  readonly height: number;
  readonly box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
}

async function readDrawing(code: string): Promise<Drawing> {
  const { data, info } = await sharp(path.join(assets, `${code}.webp`))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let [left, top, right, bottom] = [info.width, info.height, 0, 0];
  for (let y = 0; y < info.height; y += 1) {
    for (let x = 0; x < info.width; x += 1) {
      if ((data[(y * info.width + x) * 4 + 3] ?? 0) < VISIBLE_ALPHA) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  return { pixels: data, width: info.width, height: info.height, box: { left, top, width: right - left + 1, height: bottom - top + 1 } };
}

/** Crops the transparent margin, for equal scale and position. */
async function place({ pixels, width, height, box }: Drawing, { size, x, floor }: Spot): Promise<Thing> {
  const scale = size / Math.max(box.width, box.height);
  const { data, info } = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .extract(box)
    .resize({ width: Math.round(box.width * scale), kernel: "lanczos3" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height, x, floor };
}

function layerOf({ pixels, width, height, x, floor }: Thing): OverlayOptions {
  return { input: pixels, raw: { width, height, channels: 4 }, left: Math.round(x - width / 2), top: floor - height };
}

/** Tint, plate and shadows. */
function backdrop(things: readonly Thing[], hue: number): Buffer {
  const shade = oklch(0.34, 0.06, hue);
  const shadows = things.map(
    ({ x, floor, width }) => `<ellipse cx="${x}" cy="${floor - width * 0.02}" rx="${width * 0.54}" ry="${width * 0.105}" fill="url(#s)"/>`,
  );
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">` +
      `<defs><radialGradient id="s"><stop offset="0.3" stop-color="${shade}" stop-opacity="0.45"/><stop offset="1" stop-color="${shade}" stop-opacity="0"/></radialGradient></defs>` +
      `<rect width="100%" height="100%" fill="${oklch(0.885, 0.062, hue)}"/>` +
      `<circle cx="${CENTRE}" cy="${PLATE.y}" r="${PLATE.radius}" fill="${oklch(0.94, 0.038, hue)}"/>${shadows.join("")}</svg>`,
  );
}

/** OKLCH to #rrggbb: equal lightness in every hue, unlike HSL. */
function oklch(lightness: number, chroma: number, hue: number): string {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const parts = linear.map((part) => {
    const clipped = Math.min(1, Math.max(0, part));
    const gamma = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055;
    return Math.round(gamma * 255)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${parts.join("")}`;
}
