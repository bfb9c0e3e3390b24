import { DEFAULT_ACCENT, HEADING_FONTS, type CardStyle, type HeadingFont, type HeroStyle } from "./look-options.ts";
import { paletteOf, type Palette } from "./palette.ts";

/** The settings that make the look. */
export interface LookSettings {
  /** "#rrggbb" */
  readonly ACCENT_COLOR: string;
  readonly HEADING_FONT: HeadingFont;
  readonly CARD_STYLE: CardStyle;
  readonly HERO_STYLE: HeroStyle;
}

/** What a document says of the look; what is missing is as in the sheet. */
export interface Look {
  readonly palette?: Palette;
  readonly font?: string;
  readonly cards?: CardStyle;
  readonly hero?: HeroStyle;
}

/** The address of an image of the look (routes/shop/shop-image.ts); a new picture has a new address. */
export function shopImageUrl(name: string, base: string, origin = ""): string {
  return `${origin}/shop-image/${name}?v=${encodeURIComponent(base)}`;
}

/** The logo as pages show it. */
export interface Logo {
  readonly src: string;
  readonly width: number;
  readonly height: number;
}

/** The look that differs from the sheet's own; empty for a shop that has changed nothing. */
export function lookOf({ ACCENT_COLOR: accent, HEADING_FONT: font, CARD_STYLE: cards, HERO_STYLE: hero }: LookSettings): Look {
  const family = HEADING_FONTS.find((each) => each.value === font)?.family ?? "";
  return {
    ...(accent === DEFAULT_ACCENT ? {} : { palette: paletteOf(accent) }),
    ...(family === "" ? {} : { font: family }),
    ...(cards === "lines" ? {} : { cards }),
    ...(hero === "plain" ? {} : { hero }),
  };
}

/** The look as custom properties of the sheet (app/frame/theme.css). */
export function lookStyle({ palette, font }: Look): Readonly<Record<`--${string}`, string>> {
  return {
    ...(palette === undefined
      ? {}
      : { "--color-primary": palette.primary, "--color-primary-hover": palette.hover, "--color-primary-tint": palette.tint }),
    ...(font === undefined ? {} : { "--font-display": font }),
  };
}
