import { data, href } from "react-router";
import { findPictureRow } from "#app/content/data/pictures/picture-list.server.ts";
import { listPictureUses } from "#app/content/data/pictures/picture-use.server.ts";
import { deletePictures } from "#app/content/workflows/pictures/delete-pictures.server.ts";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { readId } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { redirectSaying } from "#app/http/staff/flash.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { DeletePage } from "#app/kit/record/delete-page.tsx";
import { pictureUrl } from "#app/media/domain/picture.ts";
import { PictureUses } from "#app/content/ui/staff/picture-uses.tsx";
import { PICTURE_BIN_DAYS } from "#app/values/limits.ts";
import type { Route } from "./+types/delete";

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const id = readId(request, params.id);
  const [row, uses] = await Promise.all([findPictureRow(db, id), listPictureUses(db, [id])]);
  if (row === undefined) throw notFound(request);
  return { row, uses: uses.get(id) ?? [] };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const id = readId(request, params.id);
  const { done, held } = await deletePictures(services.db, requireStaff(context), [id]);
  if (held.length > 0) return data({ message: "This picture is in use, so it is kept." }, { status: 409 });
  if (done === null) throw notFound(request);
  return redirectSaying(services, href("/admin/media-management"), { text: `“${done.name}” deleted.`, undo: done.entry });
}

export default function DeletePicture({ loaderData, actionData }: Route.ComponentProps) {
  const { row, uses } = loaderData;
  const back = href("/admin/media-management/edit/:id", { id: String(row.id) });
  const source = pictureUrl(row.picture, 320);
  return (
    <DeletePage
      name={row.fileName}
      section={{ to: href("/admin/media-management"), label: "Media" }}
      back={back}
      isPossible={uses.length === 0}
      message={actionData?.message}
    >
      {source === null ? null : <img src={source} alt="" className="max-h-48 justify-self-start rounded border border-hairline" />}
      {uses.length === 0 ? (
        <p>It is not used anywhere. For {PICTURE_BIN_DAYS} days it can be brought back from the history.</p>
      ) : (
        <>
          <p>It is in use, so it cannot be deleted. Remove it from there first, or replace its file.</p>
          <PictureUses uses={uses} />
        </>
      )}
    </DeletePage>
  );
}
