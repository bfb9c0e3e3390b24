import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { formatBytes } from "#app/media/domain/upload.ts";

/** A file size in the shop's number format: "3.4 MB"; empty if unknown. */
export function FileSize({ bytes }: { readonly bytes: number }) {
  return formatBytes(bytes, useMoneyFormat());
}
