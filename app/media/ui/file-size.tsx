import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { formatBytes } from "#app/media/domain/upload.ts";

/** The size of a file as the shop writes numbers: "3.4 MB"; nothing where it is not known. */
export function FileSize({ bytes }: { readonly bytes: number }) {
  return formatBytes(bytes, useMoneyFormat());
}
