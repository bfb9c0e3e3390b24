import * as texts from "#texts/content/pages.ts";
import { pageRecords, type PageRecord } from "#app/content/data/page-records.server.ts";
import { PREVIEW_HOURS, readPreviewToken } from "#app/content/workflows/preview-link.server.ts";
import { notFound } from "#app/http/answers/not-found.server.ts";
import type { Services } from "#app/http/context.server.ts";

/** The draft of a preview link. Throws a 404 that says so when the link has expired, and the usual 404 for any other link. */
export async function findPreviewed({ db, cookieSecret, now }: Services, request: Request, token: string): Promise<PageRecord> {
  const id = readPreviewToken(cookieSecret, token, now());
  if (id === "over") {
    throw Response.json({ message: texts.previewIsOver(PREVIEW_HOURS) }, { status: 404 });
  }
  const page = id === null ? undefined : (await pageRecords.find(db, [id])).get(id)?.value;
  if (page === undefined) throw notFound(request);
  return page;
}
