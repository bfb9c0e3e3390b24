import type { MoneyFormat } from "#app/values/money.ts";
import { formatNumber } from "#app/values/number.ts";
import type { PictureState } from "./stored-file.ts";

/** The call that uploads pictures and returns their state. */
export const PICTURE_CALL = "/admin/api/media";

/** An uploaded picture, as the uploading page shows it. */
export interface UploadedPicture {
  /** The search result for pickers. */
  readonly hit: {
    readonly kind: string;
    readonly id: string;
    readonly label: string;
    readonly detail: string;
    readonly to: string | null;
    readonly picture: string | null;
    /** The common prefix of its sizes' addresses; left out until they are made. */
    readonly base?: string;
  };
  readonly alt: string;
  readonly isDecorative: boolean;
  readonly state: PictureState;
  /** Why it failed or is delayed. */
  readonly problem: string | null;
  /** It was uploaded before. */
  readonly isDuplicate: boolean;
}

/** "3.4 MB", in German "3,4 MB", "812 KB"; "" if unknown. */
export function formatBytes(bytes: number, format: MoneyFormat): string {
  if (bytes === 0) return "";
  return bytes >= 1_000_000
    ? `${formatNumber(Math.round(bytes / 100_000) / 10, format)} MB`
    : `${Math.max(1, Math.round(bytes / 1000))} KB`;
}

/** The response of the picture calls. */
export interface PictureAnswer {
  readonly pictures?: readonly UploadedPicture[];
  readonly message?: string;
}
