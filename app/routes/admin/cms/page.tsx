import { data, Form, href } from "react-router";
import { contentOf, pageRecords, published, type PageRecord, type PageState } from "#app/content/data/page-records.server.ts";
import { pageForm } from "#app/content/domain/page.schema.ts";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { readParam } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { redirectSaying } from "#app/http/staff/flash.server.ts";
import { loadRecordForm, saveRecordForm, type RecordFormDefinition } from "#app/http/staff/record-form.server.ts";
import { deleteRecord } from "#app/http/staff/staff-action.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { PictureUploadContext } from "#app/kit/forms/html/picture-upload.ts";
import { drawPictureUploads } from "#app/media/ui/staff/picture-picker.tsx";
import { Button, ButtonLink } from "#app/kit/button.tsx";
import { ConfirmButton } from "#app/kit/confirm.tsx";
import { PageHeader } from "#app/kit/page-header.tsx";
import { RecordArea, RecordHtml, RecordText } from "#app/kit/record/record-fields.tsx";
import { RecordForm, RecordSection } from "#app/kit/record/record-form.tsx";
import { RecordHistory } from "#app/kit/record/record-history.tsx";
import { changeRecords } from "#app/staff/workflows/change-records.server.ts";
import { isSame } from "#app/staff/domain/record-changes.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { formatInstant } from "#app/values/time.ts";
import { urlId } from "#app/values/url.schema.ts";
import { PageStatus } from "./page-status.tsx";
import type { Route } from "./+types/page";

const formOf = (zone: string): RecordFormDefinition<PageRecord> => ({
  store: pageRecords,
  schema: pageForm(zone),
  noun: "page",
  pathOf: (id) => href("/admin/cms/page/:id", { id: String(id) }),
});
const BLANK: PageRecord = { title: "", slug: "", summary: "", html: "", seoTitle: "", seoDescription: "", publishAt: null };

export async function loader(args: Route.LoaderArgs) {
  const { STORE_TIMEZONE: zone } = await readSettings(args.context.get(servicesContext).db);
  const { form, value, id, history } = await loadRecordForm(args, formOf(zone), BLANK);
  const live = value.live ?? null;
  const isChanged = live !== null && !isSame(live, contentOf(value));
  const state: PageState = value.publishAt !== null ? "scheduled" : live === null ? "draft" : isChanged ? "changed" : "published";
  return {
    id,
    title: value.title,
    form,
    history,
    state,
    publishes: value.publishAt === null ? null : formatInstant(new Date(value.publishAt), zone),
    address: live === null ? null : `/${live.slug}`,
    zone,
  };
}

const ACTS = {
  publish: { said: "published", change: published },
  unpublish: { said: "taken out of the shop", change: (page: PageRecord): PageRecord => ({ ...page, publishAt: null, live: null }) },
  discard: {
    said: "put back to what is public",
    change: (page: PageRecord): PageRecord => ({ ...page, ...page.live, publishAt: null }),
  },
} as const;

export async function action(args: Route.ActionArgs) {
  const services = args.context.get(servicesContext);
  const intent = (await args.request.clone().formData()).get("intent");
  if (intent === null) {
    const { STORE_TIMEZONE: zone } = await readSettings(services.db);
    return saveRecordForm(args, formOf(zone));
  }
  const id = readParam(args.params.id, urlId, () => notFound(args.request));
  if (intent === "delete") return deleteRecord(args, pageRecords, { noun: "page", to: href("/admin/cms") });
  if (typeof intent !== "string" || !Object.hasOwn(ACTS, intent)) return data({ message: "Choose what to do." }, { status: 422 });
  const act = ACTS[intent as keyof typeof ACTS];
  const done = await changeRecords(services.db, pageRecords, requireStaff(args.context), intent, [id], act.change);
  return redirectSaying(services, href("/admin/cms/page/:id", { id: String(id) }), {
    text: done.changed === 0 ? "Nothing was changed." : `Page “${done.name}” ${act.said}.`,
    undo: done.entry,
  });
}

export { sendRecordForm as clientAction } from "#app/kit/record/send-record-form.ts";
export { hasConnection as shouldRevalidate } from "#app/kit/lost-connection.ts";

export default function PageForm({ loaderData, actionData }: Route.ComponentProps) {
  const { id, title, form, history, state, publishes, address, zone } = loaderData;
  const params = { id: String(id) };
  return (
    <>
      <PageHeader
        title={id === null ? "Create page" : title}
        trail={[{ to: href("/admin/cms"), label: "Pages" }]}
        status={id === null ? undefined : <PageStatus state={state} publishes={publishes} />}
      >
        {id === null ? null : (
          <>
            {address === null ? null : (
              <ButtonLink to={address} look="outline" size="desk" reloadDocument>
                See it in the shop
              </ButtonLink>
            )}
            <ButtonLink to={href("/admin/cms/preview/:id", params)} look="outline" size="desk">
              Preview
            </ButtonLink>
            <ButtonLink to={href("/admin/cms/versions/:id", params)} look="outline" size="desk">
              Versions
            </ButtonLink>
            {state === "published" ? null : (
              <Form method="post">
                <Button type="submit" name="intent" value="publish" size="desk">
                  {address === null ? "Publish page" : "Publish changes"}
                </Button>
              </Form>
            )}
          </>
        )}
      </PageHeader>
      <RecordForm
        form={form}
        answer={actionData !== undefined && "kind" in actionData ? actionData : undefined}
        side={
          <>
            <RecordSection title="Address">
              <RecordText
                name="slug"
                label="Address in the shop"
                hint="Such as about-us or help/delivery. An address that was public leads to the new one."
              />
            </RecordSection>
            <RecordSection title="Publish later">
              <RecordText
                name="publishAt"
                label="At"
                type="datetime-local"
                hint={`What is saved becomes public then, by the clock of ${zone}. Empty: when you press Publish.`}
              />
            </RecordSection>
            <RecordSection title="Search engines">
              <RecordText name="seoTitle" label="Title" hint="Empty: the title of the page." />
              <RecordArea name="seoDescription" label="Description" rows={3} hint="Empty: the summary." />
            </RecordSection>
          </>
        }
      >
        <RecordSection title="Page">
          <RecordText name="title" label="Title" />
          <RecordText name="summary" label="Summary" hint="A sentence below the title." />
          <PictureUploadContext value={drawPictureUploads}>
            <RecordHtml name="html" label="Text" tools="page" />
          </PictureUploadContext>
        </RecordSection>
      </RecordForm>
      {id === null ? null : (
        <div className="mt-6 flex flex-wrap gap-2">
          {state === "changed" || (state === "scheduled" && address !== null) ? (
            <Form method="post">
              <Button type="submit" name="intent" value="discard" look="outline" size="desk">
                Discard changes
              </Button>
            </Form>
          ) : null}
          {address === null ? null : (
            <Form method="post">
              <Button type="submit" name="intent" value="unpublish" look="outline" size="desk">
                Unpublish page
              </Button>
            </Form>
          )}
          <Form method="post">
            <ConfirmButton
              name="intent"
              value="delete"
              look="danger-outline"
              size="desk"
              question={{
                title: `Delete “${title}”?`,
                text: "Visitors find nothing at its addresses any more. It can be taken back from the message that follows.",
                yes: "Delete page",
                isDanger: true,
              }}
            >
              Delete page
            </ConfirmButton>
          </Form>
        </div>
      )}
      <RecordHistory history={history} />
    </>
  );
}
