import type { PrintedLook } from "#app/store/domain/look/look.ts";
import type { MoneyFormat } from "#app/values/money.ts";
import type { AmountTable } from "./closing-tables.ts";

/** The data of the email about a closed day, stored when the day is closed. */
export interface ClosedDayMailData {
  readonly shopName: string;
  /** Absent in emails of earlier versions. */
  readonly look?: PrintedLook;
  readonly number: number;
  readonly version: number;
  readonly day: string;
  readonly closedBy: string;
  readonly note: string;
  /** Absent in emails of earlier versions, whose amounts are US dollars. */
  readonly format?: MoneyFormat;
  readonly tables: readonly AmountTable[];
  /** True: cards were charged, and their payouts are not known yet. Absent in emails of earlier versions. */
  readonly awaitsPayouts?: boolean;
  /** The page of the day. */
  readonly url: string;
}
