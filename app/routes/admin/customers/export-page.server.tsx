import type { ComponentProps } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { ExportDocument } from "#app/orders/ui/staff/customers/export-document.tsx";

/** The readable download as an HTML file. */
export function renderExport(props: ComponentProps<typeof ExportDocument>): string {
  return `<!doctype html>${renderToStaticMarkup(<ExportDocument {...props} />)}`;
}
