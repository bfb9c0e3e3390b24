export const DEFAULT_ACCENT = "#0e5a45";

/** The headings' fonts; `family` is as in app/frame/theme.css. A browser loads a font only if it is used. */
export const HEADING_FONTS = [
  { value: "bricolage", label: "Bricolage Grotesque: lively", family: "" },
  { value: "figtree", label: "Figtree: plain", family: "var(--font-sans)" },
  { value: "nunito", label: "Nunito: round", family: '"Nunito", "Nunito Fallback", "Nunito Linux Fallback", var(--font-sans)' },
  { value: "oswald", label: "Oswald: narrow", family: '"Oswald", "Oswald Fallback", "Oswald Linux Fallback", var(--font-sans)' },
  {
    value: "fraunces",
    label: "Fraunces: warm, with serifs",
    family: '"Fraunces", "Fraunces Fallback", "Fraunces Linux Fallback", Georgia, serif',
  },
  {
    value: "playfair",
    label: "Playfair Display: elegant, with serifs",
    family: '"Playfair Display", "Playfair Display Fallback", "Playfair Display Linux Fallback", Georgia, serif',
  },
] as const;
export type HeadingFont = (typeof HEADING_FONTS)[number]["value"];

export const CARD_STYLES = [
  { value: "lines", label: "Lines, like a printed menu" },
  { value: "boxes", label: "Boxes" },
  { value: "rounded", label: "Boxes with round corners" },
] as const;
export type CardStyle = (typeof CARD_STYLES)[number]["value"];

export const HERO_STYLES = [
  { value: "plain", label: "Plain" },
  { value: "accent", label: "Accent colour" },
  { value: "pattern", label: "Pattern" },
] as const;
export type HeroStyle = (typeof HERO_STYLES)[number]["value"];
