import { DEFAULT_ACCENT, HEADING_FONTS, type CardStyle, type HeadingFont, type HeroStyle } from "./look-options.ts";
import { paletteOf } from "./palette.ts";

/** The settings of the look. */
export interface LookSettings {
  /** "#rrggbb" */
  readonly ACCENT_COLOR: string;
  readonly HEADING_FONT: HeadingFont;
  readonly CARD_STYLE: CardStyle;
  readonly HERO_STYLE: HeroStyle;
}

/** The look in a document; missing properties have the style sheet's default. */
export interface Look {
  /** Custom properties of the style sheet (app/frame/theme.css). */
  readonly style?: Readonly<Record<`--${string}`, string>>;
  /** The browser's theme colour. */
  readonly theme?: string;
  readonly cards?: CardStyle;
  readonly hero?: HeroStyle;
}

/** The address of an image of the look (routes/shop/files/shop-image.ts); a new picture gets a new address. */
export function shopImageUrl(name: string, base: string, origin = ""): string {
  return `${origin}/shop-image/${name}?v=${encodeURIComponent(base)}`;
}

/** The look of printed pages and emails. */
export interface PrintedLook {
  /** "#rrggbb", readable on white. */
  readonly primary: string;
  /** Address of the logo; "" = none. */
  readonly logoUrl: string;
}

/** `origin`: without a trailing slash; "" = this site. */
export function printedLook({ ACCENT_COLOR, LOGO }: { readonly ACCENT_COLOR: string; readonly LOGO: string }, origin = ""): PrintedLook {
  return { primary: paletteOf(ACCENT_COLOR).primary, logoUrl: LOGO === "" ? "" : shopImageUrl("logo", LOGO, origin) };
}

/** The logo for pages. */
export interface Logo {
  readonly src: string;
  readonly width: number;
  readonly height: number;
}

/** The changes to the style sheet's default look; empty for a shop that has changed nothing. */
export function lookOf({ ACCENT_COLOR: accent, HEADING_FONT: font, CARD_STYLE: cards, HERO_STYLE: hero }: LookSettings): Look {
  const family = HEADING_FONTS.find((each) => each.value === font)?.family ?? "";
  const palette = accent === DEFAULT_ACCENT ? null : paletteOf(accent);
  const style = {
    ...(palette === null
      ? {}
      : { "--color-primary": palette.primary, "--color-primary-hover": palette.hover, "--color-primary-tint": palette.tint }),
    ...(family === "" ? {} : { "--font-display": family }),
  };
  return {
    ...(Object.keys(style).length === 0 ? {} : { style }),
    ...(palette === null ? {} : { theme: palette.primary }),
    ...(cards === "lines" ? {} : { cards }),
    ...(hero === "plain" ? {} : { hero }),
  };
}
