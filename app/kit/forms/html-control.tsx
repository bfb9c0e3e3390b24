import { lazy, Suspense } from "react";
import { MAX_HTML_LENGTH } from "#app/values/limits.ts";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import { CONTROL_CLASS, type HtmlControlProps } from "./control.ts";

/** The editor is heavy and for staff only, so it loads with the first page that has such a field. */
const HtmlEditor = lazy(() => import("./html/html-editor.tsx"));

/** Formatted text. Without scripts, and until the editor has loaded, it shows the HTML source. */
export function HtmlControl(props: HtmlControlProps) {
  const isClient = useIsClient();
  if (!isClient) return <HtmlSource {...props} />;
  return (
    <Suspense fallback={<HtmlSource {...props} />}>
      <input type="hidden" name={props.name} value={props.value} />
      <HtmlEditor {...props} />
    </Suspense>
  );
}

function HtmlSource({ value, onChange, labelId, tools, ...control }: HtmlControlProps) {
  return (
    <textarea
      {...control}
      aria-labelledby={labelId}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      rows={tools === undefined ? 6 : 16}
      maxLength={MAX_HTML_LENGTH}
      className={`${CONTROL_CLASS} py-2`}
    />
  );
}
