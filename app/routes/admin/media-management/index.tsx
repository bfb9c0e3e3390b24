import { FileSize } from "#app/media/ui/file-size.tsx";
import { data, href, Link, useLocation, useSearchParams } from "react-router";
import { listFolders, listPictureIds, listPictureRows, type PictureRow } from "#app/content/data/pictures/picture-list.server.ts";
import { pictureList } from "#app/content/domain/pictures/picture.schema.ts";
import { deletePictures } from "#app/content/workflows/pictures/delete-pictures.server.ts";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { readDb, servicesContext } from "#app/http/context.server.ts";
import { redirectSaying } from "#app/http/staff/flash.server.ts";
import { chosenIds, withoutSelection } from "#app/http/staff/staff-action.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { withinPages } from "#app/http/staff/within-pages.server.ts";
import { EmptyState } from "#app/kit/empty-state.tsx";
import { addressWith, choiceFilter, type ListColumn, type ListFilter, type ListOrder, ordersOf } from "#app/kit/list/list-columns.ts";
import { ListPage } from "#app/kit/list/list-page.tsx";
import { PageHeader } from "#app/kit/page-header.tsx";
import { Status } from "#app/kit/status.tsx";
import { pictureUrl } from "#app/media/domain/picture.ts";
import { UploadArea } from "#app/media/ui/staff/upload-area.tsx";
import type { Route } from "./+types/index";
import { counted } from "#texts/plural.ts";

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const db = readDb(context);
  const query = readPageQuery(request, pictureList);
  const [list, folders] = await Promise.all([listPictureRows(db, query), listFolders(db)]);
  return { query, ...withinPages({ url, context }, query, list), folders };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const form = await request.formData();
  if (form.get("intent") !== "delete") return data({ message: "Choose what to do." }, { status: 422 });
  const ids = await chosenIds(form, () => listPictureIds(services.db, readPageQuery(request, pictureList)));
  if (ids.length === 0) return data({ message: "Choose pictures first." }, { status: 422 });
  const { done, held } = await deletePictures(services.db, requireStaff(context), ids);
  const keptSentence =
    held.length === 0 ? "" : ` ${held.length === 1 ? `“${held[0]?.name ?? ""}” is` : `${held.length} are`} in use and kept.`;
  if (done === null) return data({ message: `Nothing was deleted.${keptSentence}` }, { status: 409 });
  const deletedSentence = done.changed === 1 ? `“${done.name}” deleted.` : `${counted(done.changed, "picture", "pictures")} deleted.`;
  return redirectSaying(services, withoutSelection(url), { text: deletedSentence + keptSentence, undo: done.entry });
}

const FILTERS: readonly ListFilter[] = [
  choiceFilter("use", "Use", { unused: "Unused", used: "In use" }),
  choiceFilter("alt", "Alt text", { missing: "Missing", given: "Given", decorative: "Decoration" }),
  choiceFilter("state", "State", { waiting: "Being prepared", failed: "Failed" }),
];

const COLUMNS: readonly ListColumn<PictureRow>[] = [
  { title: "Picture", cell: titleOf, sort: "name" },
  {
    title: "Alt text",
    cell: (row) => {
      if (row.isDecorative) return "Decoration";
      return row.alt === "" ? <NoAlt /> : row.alt;
    },
  },
  { title: "Folder", cell: (row) => row.folder, card: "none" },
  { title: "Size", cell: (row) => <FileSize bytes={row.byteSize} />, sort: "size", isFigure: true, card: "none" },
  { title: "Use", cell: (row) => <span className="whitespace-nowrap">{row.isUsed ? "In use" : "Unused"}</span> },
  { title: "State", cell: statusOf, card: "side" },
];

/** Tiles have no column headers, and no column shows when a picture was uploaded. */
const ORDERS: readonly ListOrder[] = [
  { sort: "-added", label: "Newest first" },
  { sort: "added", label: "Oldest first" },
  ...ordersOf(COLUMNS),
];

export default function Media({ loaderData, actionData }: Route.ComponentProps) {
  const { query, rows, total, folders } = loaderData;
  const isGrid = query.view !== "list";
  const folderFilter: ListFilter = {
    name: "folder",
    label: "Folder",
    options: folders.map((folder) => ({ value: folder, label: folder })),
  };
  return (
    <>
      <PageHeader title="Media">
        <Views isGrid={isGrid} />
      </PageHeader>
      <UploadArea folder={query.folder} />
      <ListPage
        query={query}
        rows={rows}
        total={total}
        columns={COLUMNS}
        filters={folders.length === 0 ? FILTERS : [folderFilter, ...FILTERS]}
        factsOf={(row) => ({
          id: String(row.id),
          label: row.fileName,
          to: href("/admin/media-management/edit/:id", { id: String(row.id) }),
        })}
        acts={[{ intent: "delete", label: "Delete pictures", isDanger: true }]}
        nouns="pictures"
        searchHint="Name, alt text or tag"
        empty={
          <EmptyState>
            Pictures of your products, categories and pages are kept here. Upload the first ones above, or drop them there.
          </EmptyState>
        }
        message={actionData?.message}
        tile={isGrid ? tileOf : undefined}
        orders={ORDERS}
      />
    </>
  );
}

/** Tiles or a table; the choice is in the address. */
function Views({ isGrid }: { readonly isGrid: boolean }) {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const views = [
    { view: "", label: "Grid", isOn: isGrid },
    { view: "list", label: "List", isOn: !isGrid },
  ];
  const link = "inline-flex min-h-11 items-center px-3 font-semibold no-underline hover:bg-canvas md:min-h-8";
  return (
    <>
      <div role="group" aria-label="View" className="flex overflow-hidden rounded border border-field bg-surface">
        {views.map(({ view, label, isOn }) => (
          <Link
            key={label}
            to={pathname + addressWith(search, { view })}
            aria-current={isOn ? "true" : undefined}
            className={`${link} ${isOn ? "bg-primary-tint text-primary" : "text-ink"}`}
          >
            {label}
          </Link>
        ))}
      </div>
    </>
  );
}

function tileOf(row: PictureRow) {
  return (
    <>
      <Thumbnail row={row} className="aspect-[4/3] w-full" />
      <span className="mt-1 block truncate font-semibold">{row.fileName}</span>
      <span className="flex flex-wrap gap-x-2 text-xs text-ink-2">
        {row.state === "ready" ? null : statusOf(row)}
        {row.alt === "" && !row.isDecorative ? <NoAlt /> : null}
        <span>{row.isUsed ? "In use" : "Unused"}</span>
      </span>
    </>
  );
}

function titleOf(row: PictureRow) {
  return (
    <span className="flex items-center gap-3">
      <Thumbnail row={row} className="aspect-[4/3] w-12 shrink-0" />
      {row.fileName}
    </span>
  );
}

function Thumbnail({ row: { picture }, className }: { readonly row: PictureRow; readonly className: string }) {
  const source = pictureUrl(picture, 320);
  return (
    <span className={`block overflow-hidden rounded-tag ${className}`} style={{ background: picture.background }}>
      {source === null ? null : (
        <img src={source} alt="" loading="lazy" className="size-full object-cover" style={{ objectPosition: picture.focus }} />
      )}
    </span>
  );
}

function NoAlt() {
  return <span className="font-semibold text-beet">No alt text</span>;
}

function statusOf(row: PictureRow) {
  if (row.state === "ready") return <Status tone="on">Ready</Status>;
  return row.state === "waiting" ? <Status tone="wait">Being prepared</Status> : <Status tone="bad">Failed</Status>;
}
