import type { MoneyFormat } from "#app/values/money.ts";
import { formatNumber } from "#app/values/number.ts";
import type { PictureState } from "./stored-file.ts";

/** Where pictures are sent to, and asked after. */
export const PICTURE_CALL = "/admin/api/media";

/** A picture as the page that sent it sees it. */
export interface UploadedPicture {
  /** As pickers show it. */
  readonly hit: {
    readonly kind: string;
    readonly id: string;
    readonly label: string;
    readonly detail: string;
    readonly to: string | null;
    readonly picture: string | null;
    /** What the addresses of its sizes begin with; left out until they are made. */
    readonly base?: string;
  };
  readonly alt: string;
  readonly isDecorative: boolean;
  readonly state: PictureState;
  /** Why it failed, or is late. */
  readonly problem: string | null;
  /** It was here before. */
  readonly isDuplicate: boolean;
}

/** "3.4 MB", in German "3,4 MB", "812 KB"; "" where it is not known. */
export function formatBytes(bytes: number, format: MoneyFormat): string {
  if (bytes === 0) return "";
  return bytes >= 1_000_000
    ? `${formatNumber(Math.round(bytes / 100_000) / 10, format)} MB`
    : `${Math.max(1, Math.round(bytes / 1000))} KB`;
}

/** What the picture calls answer. */
export interface PictureAnswer {
  readonly pictures?: readonly UploadedPicture[];
  readonly message?: string;
}
