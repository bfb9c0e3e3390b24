import type { CSSProperties } from "react";

/*
 * Email styles: inline, because clients drop style sheets, and short, because they repeat per line. The sheet only adds dark mode and the torn edge.
 * Colours and contrast match the shop.
 */

const INK = "#14201B";
const SECOND = "#4C5A52";
const HAIRLINE = "#D6DCD3";
const BEET = "#B21E3B";
/** For a shop without its own accent colour. */
export const PRIMARY = "#0E5A45";
const SANS = "Figtree,'Segoe UI',Roboto,Arial,sans-serif";
const DISPLAY = "'Bricolage Grotesque','Segoe UI',Roboto,Arial,sans-serif";
const TEXT = `16px/24px ${SANS}`;
const DETAIL = `14px/20px ${SANS}`;
const SMALL = `13px/20px ${SANS}`;

export const style = {
  body: { margin: 0, padding: 0, backgroundColor: "#F3F5F0", WebkitTextSizeAdjust: "100%" },
  page: { maxWidth: "560px" },
  pageCell: { padding: "24px 12px", wordBreak: "break-word" },
  shop: { margin: 0, font: `700 20px/24px ${DISPLAY}`, letterSpacing: "-0.02em", color: PRIMARY, padding: "0 8px 20px" },
  logo: { height: "48px", width: "auto", maxWidth: "100%" },
  heading: { margin: 0, font: `700 28px/32px ${DISPLAY}`, letterSpacing: "-0.02em", color: INK, padding: "0 8px 12px" },
  paragraph: { margin: 0, font: TEXT, color: INK, padding: "0 8px 10px" },
  card: {
    marginTop: "14px",
    backgroundColor: "#FFFFFF",
    border: `1px solid ${HAIRLINE}`,
    borderBottom: "0",
    borderRadius: "6px 6px 0 0",
    borderCollapse: "separate",
  },
  part: { padding: "16px 20px" },
  cut: { borderTop: `2px dashed ${HAIRLINE}`, fontSize: 0, lineHeight: 0 },
  orderLabel: { font: SMALL, color: SECOND },
  number: { font: `700 32px/36px ${DISPLAY}`, letterSpacing: "-0.02em", color: INK },
  text: { font: TEXT, color: INK },
  alarm: { font: `700 ${TEXT}`, color: "#FFFFFF", backgroundColor: BEET, padding: "6px 10px", margin: "4px 0" },
  detail: { font: DETAIL, color: SECOND },
  item: { paddingBottom: "8px" },
  itemDetail: { font: DETAIL, color: SECOND, paddingLeft: "32px" },
  quantity: { font: `600 ${TEXT}`, color: INK, width: "32px", whiteSpace: "nowrap", verticalAlign: "top" },
  name: { font: TEXT, color: INK, padding: "3px 0", verticalAlign: "top" },
  shortName: { font: TEXT, color: INK, padding: "3px 0", verticalAlign: "top", whiteSpace: "nowrap" },
  dots: { width: "99%", padding: "0 6px", verticalAlign: "top" },
  gap: { padding: "0 6px" },
  dotsLine: { borderBottom: `2px dotted ${HAIRLINE}`, height: "18px", fontSize: 0 },
  amount: {
    font: TEXT,
    color: INK,
    textAlign: "right",
    whiteSpace: "nowrap",
    verticalAlign: "top",
    fontVariantNumeric: "tabular-nums",
    padding: "3px 0",
  },
  total: { font: `700 20px/28px ${DISPLAY}` },
  teeth: { fontSize: 0, lineHeight: 0, height: "8px" },
  action: { padding: "20px 8px 24px" },
  button: {
    font: `600 16px/20px ${SANS}`,
    color: "#FFFFFF",
    backgroundColor: PRIMARY,
    borderRadius: "6px",
    padding: "13px 24px",
    textAlign: "center",
  },
  address: { margin: 0, font: SMALL, color: SECOND, padding: "14px 0 0" },
  link: { color: PRIMARY, textDecoration: "underline", wordBreak: "break-all" },
  footer: { margin: 0, font: SMALL, color: SECOND, padding: "0 8px" },
} as const satisfies Record<string, CSSProperties>;

const teeth = (paper: string, line: string) =>
  `linear-gradient(135deg,${paper} 5.6px,${line} 5.6px,${line} 6.4px,transparent 6.4px),linear-gradient(225deg,${paper} 5.6px,${line} 5.6px,${line} 6.4px,transparent 6.4px)`;

/** Classes, because only `!important` overrides inline styles. Without gradients the lower edge is plain. */
export const sheet = [
  `.teeth{background-image:${teeth("#FFFFFF", HAIRLINE)};background-size:16px 8px;background-repeat:repeat-x}`,
  "@media (prefers-color-scheme:dark){",
  ".canvas{background-color:#0F1512!important}",
  ".ink{color:#EDF2EE!important}",
  ".second{color:#B4C0B9!important}",
  ".brand{color:#7FD1B3!important}",
  ".card{background-color:#19211D!important;border-color:#3A4841!important}",
  ".line{border-color:#3A4841!important}",
  ".action{background-color:#17785C!important;color:#FFFFFF!important}",
  `.teeth{background-image:${teeth("#19211D", "#3A4841")}}`,
  "}",
].join("");
