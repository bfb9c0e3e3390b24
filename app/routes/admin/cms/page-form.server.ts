import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { hasKey } from "#app/values/narrow.ts";
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import { listBrokenLinks } from "#app/content/data/link-targets.server.ts";
import { contentOf, pageRecords, published, type PageRecord, type PageState } from "#app/content/data/page-records.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { redirectSaying } from "#app/http/staff/flash.server.ts";
import { loadRecordForm, saveRecordForm, type RecordFormDefinition } from "#app/http/staff/record-form.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { isSame } from "#app/staff/domain/record-changes.ts";
import { changeRecords } from "#app/staff/workflows/change-records.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { formatInstant } from "#app/values/clock/shop-clock.ts";

/** A kind of page form: its schema for the shop's time zone, and the address where a stored page is edited. */
export interface PageFormKind {
  readonly schemaOf: (zone: string) => RecordFormDefinition<PageRecord>["schema"];
  readonly pathOf: (id: number) => string;
}

function formOf({ schemaOf, pathOf }: PageFormKind, zone: string): RecordFormDefinition<PageRecord> {
  return { store: pageRecords, schema: schemaOf(zone), noun: "page", pathOf };
}

/** The data of a page's form, and whether the page is a draft, scheduled or public. */
export async function loadPageForm(args: LoaderFunctionArgs, kind: PageFormKind, blank: PageRecord) {
  const { db, now } = args.context.get(servicesContext);
  const settings = await readSettings(db);
  const zone = settings.STORE_TIMEZONE;
  const { form, value, id, history } = await loadRecordForm(args, formOf(kind, zone), blank);
  const [broken = []] = await listBrokenLinks(db, [value]);
  const live = value.live ?? null;
  const isChanged = live !== null && !isSame(contentOf(live), contentOf(value));
  const published: PageState = isChanged ? "changed" : "published";
  const present = live === null ? "draft" : published;
  const state: PageState = value.publishAt === null ? present : "scheduled";
  return {
    id,
    slug: value.slug,
    title: value.title,
    form,
    history,
    broken,
    state,
    publishes: value.publishAt === null ? null : formatInstant(new Date(value.publishAt), shopClock(settings), now()),
    address: live === null ? null : `/${live.slug}`,
    zone,
  };
}

const ACTS = {
  publish: { said: "published", change: published },
  unpublish: { said: "unpublished", change: (page: PageRecord): PageRecord => ({ ...page, publishAt: null, live: null }) },
  discard: {
    said: "put back to what is public",
    change: (page: PageRecord): PageRecord => ({ ...page, ...page.live, publishAt: null }),
  },
} as const;

/** Stores the form, or runs the action of the clicked button on the stored page. */
export async function savePageForm(args: ActionFunctionArgs, kind: PageFormKind, id: number | null) {
  const services = args.context.get(servicesContext);
  const intent = (await args.request.clone().formData()).get("intent");
  if (intent === null) {
    const { STORE_TIMEZONE: zone } = await readSettings(services.db);
    return saveRecordForm({ ...args, params: id === null ? {} : { id: String(id) } }, formOf(kind, zone));
  }
  if (id === null || !hasKey(ACTS, intent)) return data({ message: "Choose what to do." }, { status: 422 });
  const act = ACTS[intent];
  const done = await changeRecords(services.db, pageRecords, requireStaff(args.context), { action: intent, ids: [id] }, act.change);
  return redirectSaying(services, kind.pathOf(id), {
    text: done.changed === 0 ? "Nothing was changed." : `Page “${done.name}” ${act.said}.`,
    undo: done.entry,
  });
}
