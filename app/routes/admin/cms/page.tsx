import { href, Link, redirect } from "react-router";
import { PostForm } from "#app/kit/forms/post-form.tsx";
import { pageRecords, type PageRecord } from "#app/content/data/page-records.server.ts";
import { accessibilityStatement } from "#app/content/domain/accessibility-statement.ts";
import { HOME_SLUG } from "#app/content/domain/page.ts";
import { pageForm } from "#app/content/domain/page.schema.ts";
import { readPageQuery, readId } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { deleteRecord } from "#app/http/staff/staff-action.server.ts";
import { ConfirmButton } from "#app/kit/confirm.tsx";
import { CONTROL_CLASS } from "#app/kit/forms/control.ts";
import { PictureUploadContext } from "#app/kit/forms/html/picture-upload.ts";
import { RecordControl, RecordHtml, RecordText } from "#app/kit/record/record-fields.tsx";
import { RecordSection } from "#app/kit/record/record-form.tsx";
import { useRecordField } from "#app/kit/record/record-state.ts";
import { drawPictureUploads } from "#app/media/ui/staff/picture-picker.tsx";
import { newPageQuery } from "#app/routes/admin/query.schema.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { suggestSlug } from "#app/values/addresses/slug.ts";
import { loadPageForm, savePageForm, type PageFormKind } from "./page-form.server.ts";
import { PageFrame } from "./page-frame.tsx";
import type { Route } from "./+types/page";
import { textOf } from "#app/values/narrow.ts";

const kind = (): PageFormKind => ({ schemaOf: pageForm, pathOf: (id) => href("/admin/cms/page/:id", { id: String(id) }) });
const BLANK: PageRecord = { title: "", slug: "", summary: "", html: "", seoTitle: "", seoDescription: "", publishAt: null };

export async function loader(args: Route.LoaderArgs) {
  const page = await loadPageForm(args, kind(), await newPage(args));
  if (page.id !== null && page.slug === HOME_SLUG) throw redirect(href("/admin/cms/home"));
  return page;
}

/** The initial content of a new page's form. */
async function newPage({ request, context }: Route.LoaderArgs): Promise<PageRecord> {
  if (readPageQuery(request, newPageQuery).template === null) return BLANK;
  const { TELEPHONE } = await readSettings(context.get(servicesContext).db);
  return { ...BLANK, ...accessibilityStatement(TELEPHONE) };
}

export async function action(args: Route.ActionArgs) {
  const text = textOf(args.params, "id");
  const id = text === undefined ? null : readId(args.request, text);
  if ((await args.request.clone().formData()).get("intent") === "delete" && id !== null)
    return deleteRecord(args, pageRecords, { noun: "page", to: href("/admin/cms") });
  return savePageForm(args, kind(), id);
}

export { sendRecordForm as clientAction } from "#app/kit/record/send-record-form.ts";
export { hasConnection as shouldRevalidate } from "#app/kit/lost-connection.ts";

export default function PageForm({ loaderData, actionData }: Route.ComponentProps) {
  const { title } = loaderData;
  return (
    <PageFrame
      page={loaderData}
      answer={actionData}
      newTitle="Create page"
      templates={
        <Link
          to={`${href("/admin/cms/page/create")}?template=accessibility`}
          reloadDocument
          className="inline-flex min-h-11 items-center text-primary underline underline-offset-2 lg:min-h-8"
        >
          Begin with the accessibility statement
        </Link>
      }
      address={
        <RecordSection title="Address">
          <RecordText
            name="slug"
            label="Page URL"
            hint="Such as about-us or help/delivery. An address that was public leads to the new one."
          />
        </RecordSection>
      }
      more={
        <PostForm>
          <ConfirmButton
            name="intent"
            value="delete"
            look="danger-outline"
            size="desk"
            question={{
              title: `Delete “${title}”?`,
              text: "Visitors find nothing at its addresses any more. The next message offers Undo.",
              yes: "Delete page",
              isDanger: true,
            }}
          >
            Delete page
          </ConfirmButton>
        </PostForm>
      }
    >
      <RecordSection title="Page">
        {loaderData.id === null ? <NewTitle /> : <RecordText name="title" label="Title" />}
        <RecordText name="summary" label="Summary" hint="A sentence below the title." />
        <PictureUploadContext value={drawPictureUploads}>
          <RecordHtml name="html" label="Text" tools="page" />
        </PictureUploadContext>
      </RecordSection>
    </PageFrame>
  );
}

/** The title of a new page. Its address follows the title until it is edited. */
function NewTitle() {
  const title = useRecordField("title");
  const address = useRecordField("slug");
  return (
    <RecordControl name="title" label="Title">
      {({ onChange, ...control }) => (
        <input
          {...control}
          type="text"
          onChange={({ target }) => {
            onChange(target.value);
            if (address.text === suggestSlug(title.text)) address.setText(suggestSlug(target.value));
          }}
          className={CONTROL_CLASS}
        />
      )}
    </RecordControl>
  );
}
