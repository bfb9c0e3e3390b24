import { useState } from "react";
import { href } from "react-router";
import { pageRecords } from "#app/content/data/page-records.server.ts";
import { PREVIEW_HOURS, previewToken } from "#app/content/workflows/preview-link.server.ts";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { readId } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { Button, ButtonLink } from "#app/kit/button.tsx";
import { useElementWidth } from "#app/kit/hooks/use-element-width.ts";
import { PageHeader } from "#app/kit/page-header.tsx";
import type { Route } from "./+types/preview";
import { keysOf } from "#app/values/narrow.ts";

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db, cookieSecret, env, now } = context.get(servicesContext);
  const id = readId(request, params.id);
  const page = (await pageRecords.find(db, [id])).get(id)?.value;
  if (page === undefined) throw notFound(request);
  const path = `/page-preview/${previewToken(cookieSecret, id, now())}`;
  return { id, title: page.title, path, link: `${env.publicUrl}${path}`, hours: PREVIEW_HOURS };
}

const WIDTHS = { desktop: { label: "Desktop", px: 1280 }, phone: { label: "Phone", px: 390 } } as const;

/** Below this scale a desktop page is unreadable. */
const TOO_NARROW_PX = 640;

/** The draft as visitors will see it, in the shop's own layout and styles. */
export default function Preview({ loaderData: { id, title, path, link, hours } }: Route.ComponentProps) {
  const [chosen, setWidth] = useState<keyof typeof WIDTHS | null>(null);
  const [pane, room] = useElementWidth<HTMLDivElement>();
  const width = chosen ?? (room !== null && room < TOO_NARROW_PX ? "phone" : "desktop");
  // Scale a wide page down instead of cropping it, to show the layout.
  const scale = room === null ? 1 : Math.min(1, room / WIDTHS[width].px);
  return (
    <>
      <PageHeader
        title="Preview"
        trail={[
          { to: href("/admin/cms"), label: "Pages" },
          { to: href("/admin/cms/page/:id", { id: String(id) }), label: title },
        ]}
      >
        {keysOf(WIDTHS).map((name) => (
          <Button
            key={name}
            look="outline"
            size="desk"
            aria-pressed={name === width}
            onClick={() => setWidth(name)}
            className="aria-pressed:border-primary aria-pressed:bg-primary-tint aria-pressed:text-primary"
          >
            {WIDTHS[name].label}
          </Button>
        ))}
        <ButtonLink to={path} look="outline" size="desk" reloadDocument>
          Open alone
        </ButtonLink>
      </PageHeader>
      <div className="mb-4 grid max-w-3xl gap-1">
        <label htmlFor="preview-link" className="font-semibold">
          Link to share this preview; works for {hours} hours
        </label>
        <input id="preview-link" readOnly value={link} onFocus={(event) => event.target.select()} className="control min-h-10 w-full" />
      </div>
      <div className="rounded border border-hairline bg-canvas p-2 sm:p-3">
        <div ref={pane} className="h-[75dvh] overflow-hidden">
          <iframe
            title={`${title}, ${WIDTHS[width].label.toLowerCase()}`}
            src={path}
            sandbox="allow-same-origin"
            style={{
              width: WIDTHS[width].px,
              height: `${100 / scale}%`,
              transform: `scale(${scale})`,
              marginLeft: Math.max(0, ((room ?? 0) - WIDTHS[width].px * scale) / 2),
            }}
            className="block max-w-none origin-top-left border border-hairline bg-surface"
          />
        </div>
      </div>
    </>
  );
}
