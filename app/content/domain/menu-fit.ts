/*
 * How many top menu items fit into the shop's top bar. The bar is rendered on the server and cached, so it cannot be measured: the widths
 * are estimated from the text, rather too wide than too narrow. Items that do not fit go below "More".
 */

/** Inner width of the top bar from each breakpoint, in px, and of its search field. */
const BARS = {
  /** From 1024 px. */
  desk: { bar: 992, search: 224 },
  /** From 1280 px: the bar is at most 1200 px wide. */
  wide: { bar: 1168, search: 288 },
} as const;
/** The widest logo; a longer name wraps. */
const MAX_LOGO_PX = 256;
const LOGO_FONT_PX = 21;
const ITEM_FONT_PX = 16;
/** Padding of an item and the gap to the next one. */
const ITEM_EXTRA_PX = 28;
const CHEVRON_PX = 20;
/** Cart, the gaps between the parts of the bar, and the margin of the logo. */
const FIXED_PX = 44 + 24 + 24;
const SAFETY = 1.05;

interface FittedItem {
  readonly text: string;
  readonly children?: readonly unknown[] | undefined;
}

export interface MenuFit {
  /** Visible items from 1024 px; the others are below "More". */
  readonly desk: number;
  /** The same from 1280 px. */
  readonly wide: number;
}

export function fitMenu(appName: string, items: readonly FittedItem[]): MenuFit {
  const logo = Math.min(MAX_LOGO_PX, textWidth(appName) * LOGO_FONT_PX);
  const widths = items.map(({ text, children = [] }) => itemWidth(text) + (children.length === 0 ? 0 : CHEVRON_PX));
  const fitting = ({ bar, search }: (typeof BARS)[keyof typeof BARS]) => countFitting(widths, bar - search - logo - FIXED_PX);
  return { desk: fitting(BARS.desk), wide: fitting(BARS.wide) };
}

function countFitting(widths: readonly number[], room: number): number {
  const total = widths.reduce((sum, width) => sum + width, 0);
  if (total <= room) return widths.length;
  let left = room - itemWidth("More") - CHEVRON_PX;
  const at = widths.findIndex((width) => (left -= width) < 0);
  return at === -1 ? widths.length : at;
}

function itemWidth(text: string): number {
  return textWidth(text) * ITEM_FONT_PX + ITEM_EXTRA_PX;
}

/** In units of the font size. */
function textWidth(text: string): number {
  return SAFETY * Array.from(text).reduce((sum, character) => sum + characterWidth(character), 0);
}

function characterWidth(character: string): number {
  if (/[\p{M}]/u.test(character)) return 0;
  if (/[ijlt.,:;'’|!()[\] fr-]/.test(character)) return 0.36;
  if (/[mwMW@%—]/.test(character)) return 0.92;
  if (/[\p{Lu}\d&]/u.test(character)) return 0.7;
  return /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(character) ? 0.58 : 1.05;
}
