import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { PostForm } from "#app/kit/forms/post-form.tsx";
import { href, useRevalidator } from "react-router";
import { findPictureRow, listFolders, type PictureRow } from "#app/content/data/pictures/picture-list.server.ts";
import { pictureRecords, type PictureRecord } from "#app/content/data/pictures/picture-records.server.ts";
import { listPictureUses } from "#app/content/data/pictures/picture-use.server.ts";
import { pictureForm } from "#app/content/domain/pictures/picture.schema.ts";
import { retryPicture } from "#app/content/workflows/pictures/upload-picture.server.ts";
import { PictureUses } from "#app/content/ui/staff/picture-uses.tsx";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { readId } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { redirectSaying } from "#app/http/staff/flash.server.ts";
import { loadRecordForm, saveRecordForm, type RecordFormDefinition } from "#app/http/staff/record-form.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { Button, ButtonLink } from "#app/kit/button.tsx";
import { CONTROL_CLASS } from "#app/kit/forms/control.ts";
import { useInterval } from "#app/kit/hooks/use-interval.ts";
import { PageHeader } from "#app/kit/page-header.tsx";
import { ProblemNote } from "#app/kit/problem-note.tsx";
import { RecordControl, RecordSwitch, RecordText } from "#app/kit/record/record-fields.tsx";
import { RecordForm, RecordSection } from "#app/kit/record/record-form.tsx";
import { RecordHistory } from "#app/kit/record/record-history.tsx";
import { pictureUrl } from "#app/media/domain/picture.ts";
import { formatBytes } from "#app/media/domain/upload.ts";
import { FocalPoint } from "#app/media/ui/staff/focal-point.tsx";
import { ReplaceFile } from "#app/media/ui/staff/replace-file.tsx";
import type { Route } from "./+types/edit";

const FORM: RecordFormDefinition<PictureRecord> = {
  store: pictureRecords,
  schema: pictureForm,
  noun: "picture",
  pathOf: (id) => href("/admin/media-management/edit/:id", { id: String(id) }),
};
const BLANK: PictureRecord = { fileName: "", alt: "", isDecorative: false, folder: "", tags: [], focalX: 50, focalY: 50, contentHash: "" };
const LOOK_AGAIN_MS = 2000;

export async function loader(args: Route.LoaderArgs) {
  const { db } = args.context.get(servicesContext);
  const id = readId(args.request, args.params.id);
  const { form, history } = await loadRecordForm(args, FORM, BLANK);
  const [row, uses, folders] = await Promise.all([findPictureRow(db, id), listPictureUses(db, [id]), listFolders(db)]);
  if (row === undefined) throw notFound(args.request);
  return { id, form, history, row, uses: uses.get(id) ?? [], folders };
}

export async function action(args: Route.ActionArgs) {
  const services = args.context.get(servicesContext);
  const sent = await args.request.clone().formData();
  if (sent.get("intent") !== "retry") return saveRecordForm(args, FORM);
  const id = readId(args.request, args.params.id);
  const isTried = await retryPicture(services, requireStaff(args.context), id);
  const to = FORM.pathOf(id);
  if (!isTried) return redirectSaying(services, to, { text: "There is no file to prepare. Replace it with a new one." });
  return redirectSaying(services, to, { text: "It is prepared again." });
}

export { sendRecordForm as clientAction } from "#app/kit/record/send-record-form.ts";
export { hasConnection as shouldRevalidate } from "#app/kit/lost-connection.ts";

export default function EditPicture({ loaderData, actionData }: Route.ComponentProps) {
  const { id, form, history, row, uses, folders } = loaderData;
  const source = pictureUrl(row.picture, 960);
  return (
    <>
      <PageHeader title={row.fileName} trail={[{ to: href("/admin/media-management"), label: "Media" }]}>
        <ButtonLink to={href("/admin/media-management/delete/:id", { id: String(id) })} look="danger-outline" size="desk">
          Delete picture
        </ButtonLink>
      </PageHeader>
      <State row={row} />
      <RecordForm key={id} form={form} answer={actionData} side={<WordFields folders={folders} />}>
        <RecordSection title="Picture">
          {source === null ? (
            <div className="aspect-[4/3] max-w-lg rounded border border-hairline" style={{ background: row.picture.background }} />
          ) : (
            <FocalPoint source={source} width={row.picture.width} height={row.picture.height} />
          )}
          <p className="text-ink-2">What must stay visible when the picture is cut: press on it, use the arrow keys, or type it in.</p>
          <div className="grid max-w-sm grid-cols-2 gap-3">
            <RecordText name="focalX" label="From the left, %" inputMode="numeric" />
            <RecordText name="focalY" label="From the top, %" inputMode="numeric" />
          </div>
        </RecordSection>
      </RecordForm>
      <FileAndUses id={id} row={row} uses={uses} />
      <RecordHistory history={history} />
    </>
  );
}

function WordFields({ folders }: Pick<Route.ComponentProps["loaderData"], "folders">) {
  return (
    <>
      <RecordSection title="Words">
        <RecordText
          name="alt"
          label="Alt text"
          hint="Describes the picture for people who can't see it. Where a text beside it says the same, it is left out by itself."
        />
        <RecordSwitch name="isDecorative" label="Decoration" hint="Decorative: screen readers skip it." />
        <RecordText name="fileName" label="Name" hint="For the staff; customers never see it." />
      </RecordSection>
      <RecordSection title="Where to find it">
        <RecordControl name="folder" label="Folder" hint="“Food/Pizza” is inside “Food”.">
          {({ onChange, ...control }) => (
            <>
              <input {...control} list="folders" onChange={(event) => onChange(event.target.value)} className={CONTROL_CLASS} />
              <datalist id="folders">
                {folders.map((folder) => (
                  <option key={folder} value={folder} aria-label={folder} />
                ))}
              </datalist>
            </>
          )}
        </RecordControl>
        <RecordText name="tags" label="Tags" hint="Separated by commas." />
      </RecordSection>
    </>
  );
}

function FileAndUses({ id, row, uses }: Pick<Route.ComponentProps["loaderData"], "id" | "row" | "uses">) {
  const format = useMoneyFormat();
  return (
    <div className="mt-8 grid items-start gap-8 lg:grid-cols-2">
      <RecordSection title="File">
        <p className="figures">
          {[`${row.picture.width} × ${row.picture.height}`, formatBytes(row.byteSize, format)].filter((part) => part !== "").join(" · ")}
        </p>
        <ReplaceFile id={id} />
        <p className="text-ink-2">
          {uses.length === 0
            ? "Alt text and focal point stay."
            : "Everything listed under “Used in” shows the new file as soon as it is prepared. Alt text and focal point stay."}
        </p>
      </RecordSection>
      <RecordSection title="Used in">
        <PictureUses uses={uses} />
      </RecordSection>
    </div>
  );
}

/** Shows the progress while a picture is processed and polls; failed processing can be retried. */
function State({ row }: { readonly row: PictureRow }) {
  const { revalidate } = useRevalidator();
  useInterval(() => void revalidate(), row.state === "waiting" ? LOOK_AGAIN_MS : null);
  if (row.state === "ready") return null;
  if (row.state === "waiting") {
    return (
      <p role="status" className="mb-5 rounded border border-harbour bg-harbour-tint px-4 py-2">
        {row.problem ?? "It is being prepared: its sizes for the shop are made. This takes a few seconds."}
      </p>
    );
  }
  return (
    <div className="mb-5 flex flex-wrap items-center gap-3">
      <ProblemNote blocks>{row.problem ?? "It could not be prepared."}</ProblemNote>
      <PostForm>
        <Button type="submit" name="intent" value="retry" look="outline" size="desk">
          Prepare it again
        </Button>
      </PostForm>
    </div>
  );
}
