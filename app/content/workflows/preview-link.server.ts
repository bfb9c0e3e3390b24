import { createHmac, timingSafeEqual } from "node:crypto";

/** Long enough to get feedback on a draft. */
export const PREVIEW_HOURS = 48;

/** A signed token that shows the draft of one page until it expires. The link is the only credential. */
export function previewToken(secret: string, pageId: number, now: Date): string {
  const until = now.getTime() + PREVIEW_HOURS * 3_600_000;
  return `${pageId}.${until}.${mac(secret, pageId, until)}`;
}

/** The page of a token; "over" if it has expired, null if it is invalid. */
export function readPreviewToken(secret: string, token: string, now: Date): number | "over" | null {
  const match = /^([1-9]\d{0,9})\.(\d{1,15})\.([\w-]{43})$/.exec(token);
  if (match === null) return null;
  const [id, until] = [Number(match[1]), Number(match[2])];
  const isOurs = timingSafeEqual(Buffer.from(mac(secret, id, until)), Buffer.from(match[3] ?? ""));
  if (!isOurs) return null;
  return until > now.getTime() ? id : "over";
}

function mac(secret: string, pageId: number, until: number): string {
  return createHmac("sha256", secret).update(`page preview ${pageId} ${until}`).digest("base64url");
}
