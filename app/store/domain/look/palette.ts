/* The shop's palette from one accent colour, computed in OKLCH so that every hue looks equally light (Björn Ottosson's matrices). */

/** The minimum contrast of text (WCAG 1.4.3). */
export const READABLE = 4.5;
const WHITE = "#ffffff";
/** The darkest background of accent text. */
const CANVAS = "#f3f5f0";
const HOVER_STEP = 0.07;
const TINT = { lightness: 0.95, chroma: 0.025 };
const HALVINGS = 12;

export interface Palette {
  readonly primary: string;
  readonly hover: string;
  /** A light background for selected items. */
  readonly tint: string;
  /** The accent was too light for white text or for text on the page, so it was darkened. */
  readonly isAdjusted: boolean;
}

/** The palette of an accent "#rrggbb": the colour itself if it has enough contrast, otherwise the lightest of its hue that has. */
export function paletteOf(accent: string): Palette {
  const [lightness, chroma, hue] = toOklch(accent);
  const tint = fromOklch(TINT.lightness, Math.min(chroma, TINT.chroma), hue);
  const isReadable = (colour: string) => [WHITE, CANVAS, tint].every((surface) => contrast(colour, surface) >= READABLE);
  const isAdjusted = !isReadable(accent);
  const primaryLightness = isAdjusted ? lightest(lightness, (each) => isReadable(fromOklch(each, chroma, hue))) : lightness;
  return {
    primary: isAdjusted ? fromOklch(primaryLightness, chroma, hue) : accent,
    hover: fromOklch(Math.max(primaryLightness - HOVER_STEP, 0), chroma, hue),
    tint,
    isAdjusted,
  };
}

/** The highest lightness below `most` for which `fits` is true; black always fits. */
function lightest(most: number, fits: (lightness: number) => boolean): number {
  let [low, high] = [0, most];
  for (let step = 0; step < HALVINGS; step += 1) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** Contrast of two colours, 1 to 21 (WCAG 2). */
export function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((one, other) => other - one);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = toLinear(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

type Triple = readonly [number, number, number];

/** "#rrggbb" as linear red, green and blue, 0 to 1. */
function toLinear(colour: string): Triple {
  const part = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

function toHex(linear: Triple): string {
  const parts = linear.map((value) => {
    const encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
    return Math.round(Math.min(Math.max(encoded, 0), 1) * 255)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${parts.join("")}`;
}

/** Lightness 0 to 1, chroma, and hue in radians. */
function toOklch(colour: string): Triple {
  const [red, green, blue] = toLinear(colour);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, Math.hypot(a, b), Math.atan2(b, a)];
}

/** Reduces the chroma to what a screen can show. */
function fromOklch(lightness: number, chroma: number, hue: number): string {
  let [low, high] = [0, chroma];
  if (isShown(linearOf(lightness, chroma, hue))) return toHex(linearOf(lightness, chroma, hue));
  for (let step = 0; step < HALVINGS; step += 1) {
    const middle = (low + high) / 2;
    if (isShown(linearOf(lightness, middle, hue))) low = middle;
    else high = middle;
  }
  return toHex(linearOf(lightness, low, hue));
}

function isShown(linear: Triple): boolean {
  return linear.every((value) => value >= -1e-4 && value <= 1 + 1e-4);
}

function linearOf(lightness: number, chroma: number, hue: number): Triple {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}
