import type { CSSProperties } from "react";

/*
 * Styles of the mails: inline, because mail programs drop style sheets; the sheet below only adds what a dark screen needs. Colours and
 * their contrast are those of the shop ("the ticket").
 */

const INK = "#14201B";
const SECOND = "#4C5A52";
const HAIRLINE = "#D6DCD3";
const PRIMARY = "#0E5A45";
const SANS = "Figtree, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const DISPLAY = "'Bricolage Grotesque', 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

const base: CSSProperties = { margin: 0, fontFamily: SANS, fontSize: "16px", lineHeight: "24px", color: INK, overflowWrap: "anywhere" };

export const style = {
  body: { margin: 0, padding: 0, backgroundColor: "#F3F5F0", WebkitTextSizeAdjust: "100%" },
  page: { maxWidth: "560px", margin: "0 auto", padding: "24px 12px" },
  shop: { ...base, fontFamily: DISPLAY, fontSize: "20px", fontWeight: 700, letterSpacing: "-0.02em", color: PRIMARY, padding: "0 8px 20px" },
  heading: { ...base, fontFamily: DISPLAY, fontSize: "28px", lineHeight: "32px", fontWeight: 700, letterSpacing: "-0.02em", padding: "0 8px 12px" },
  paragraph: { ...base, padding: "0 8px 10px" },
  card: { marginTop: "14px", backgroundColor: "#FFFFFF", border: `1px solid ${HAIRLINE}`, borderBottom: "0", borderRadius: "6px 6px 0 0", borderCollapse: "separate" },
  part: { padding: "16px 20px" },
  cut: { borderTop: `2px dashed ${HAIRLINE}`, fontSize: "0", lineHeight: "0" },
  small: { ...base, fontSize: "13px", lineHeight: "18px", color: SECOND },
  number: { ...base, fontFamily: DISPLAY, fontSize: "32px", lineHeight: "36px", fontWeight: 700, letterSpacing: "-0.02em" },
  name: { ...base, padding: "3px 0", verticalAlign: "top" },
  quantity: { ...base, padding: "3px 10px 3px 0", verticalAlign: "top", fontWeight: 600, fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap", width: "1%" },
  dots: { width: "99%", padding: "0 6px", verticalAlign: "top" },
  dotsLine: { borderBottom: `2px dotted ${HAIRLINE}`, height: "18px", fontSize: "0", lineHeight: "0" },
  amount: { ...base, padding: "3px 0", verticalAlign: "top", textAlign: "right", whiteSpace: "nowrap", fontVariantNumeric: "tabular-nums", width: "1%" },
  item: { paddingBottom: "8px" },
  detail: { ...base, fontSize: "14px", lineHeight: "20px", color: SECOND },
  total: { fontFamily: DISPLAY, fontSize: "20px", lineHeight: "28px", fontWeight: 700 },
  teeth: { fontSize: "0", lineHeight: "0", height: "8px" },
  button: {
    fontFamily: SANS, fontSize: "16px", fontWeight: 600, color: "#FFFFFF", backgroundColor: PRIMARY, borderRadius: "6px", padding: "13px 24px", textAlign: "center",
  },
  link: { color: PRIMARY, textDecoration: "underline", wordBreak: "break-all" },
  footer: { ...base, fontSize: "13px", lineHeight: "20px", color: SECOND, padding: "0 8px" },
} as const satisfies Record<string, CSSProperties>;

const TEETH = (card: string, line: string) =>
  `linear-gradient(135deg, ${card} 5.6px, ${line} 5.6px, ${line} 6.4px, transparent 6.4px), linear-gradient(225deg, ${card} 5.6px, ${line} 5.6px, ${line} 6.4px, transparent 6.4px)`;

/**
 * The torn edge needs a background picture made of gradients; a mail program without them shows a plain lower edge. Dark: same design on
 * dark paper, by classes, because inline colours win over everything else.
 */
export const sheet = [
  ".teeth{background-image:",
  TEETH("#FFFFFF", HAIRLINE),
  ";background-size:16px 8px;background-repeat:repeat-x}",
  "@media (prefers-color-scheme:dark){",
  ".canvas{background-color:#0F1512!important}",
  ".ink{color:#EDF2EE!important}",
  ".second{color:#B4C0B9!important}",
  ".brand{color:#7FD1B3!important}",
  ".card{background-color:#19211D!important;border-color:#3A4841!important}",
  ".line{border-color:#3A4841!important}",
  ".action{background-color:#17785C!important;color:#FFFFFF!important}",
  ".teeth{background-image:",
  TEETH("#19211D", "#3A4841"),
  "}",
  "}",
].join("");
