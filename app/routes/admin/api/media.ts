import { readUpload } from "#app/http/answers/read-form.server.ts";
import { headerOf } from "#app/http/answers/request-headers.schema.ts";
import { href } from "react-router";
import { pictureRecords } from "#app/content/data/pictures/picture-records.server.ts";
import { uploadFields } from "#app/content/domain/pictures/picture.schema.ts";
import { replacePicture, uploadPicture, type Uploaded } from "#app/content/workflows/pictures/upload-picture.server.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { jsonAnswer, problem } from "#app/http/answers/problem.server.ts";
import { readQuery } from "#app/http/answers/read-query.server.ts";
import { servicesContext, type Services } from "#app/http/context.server.ts";
import { takeUpload } from "#app/http/limits/uploads.server.ts";
import { redirectSaying } from "#app/http/staff/flash.server.ts";
import { findUploaded } from "#app/http/staff/find-uploaded.server.ts";
import { picturesQuery } from "#app/http/staff/search-query.schema.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { MAX_FILES_AT_ONCE } from "#app/values/limits.ts";
import type { Result } from "#app/values/result.ts";
import { counted } from "#texts/plural.ts";

/**
 * /admin/api/media: GET `?ids=1,2` returns the progress of these pictures. POST takes a form with `file` (one or several), `folder`, and
 * `replaces`, the number of the picture that gets another file. A page without JavaScript posts the same form and is redirected back with a
 * message.
 */
const route = apiRoute({
  async GET({ request, context }) {
    const { ids } = readQuery(request, picturesQuery);
    return jsonAnswer({ pictures: await findUploaded(context.get(servicesContext).db, ids) });
  },

  async POST({ request, context }) {
    const services = context.get(servicesContext);
    const taken = await takeUpload(request, context, (user) => takeIn(services, user, request));
    if (taken === null) return problem(503, { detail: "Too many uploads at once. Wait a moment.", headers: { "Retry-After": "2" } });
    const { files, replaces } = taken;
    if (headerOf(request, "Accept").includes("text/html")) return leadBack(services, files, replaces);
    const [first] = files;
    if (first === undefined) return problem(422, { detail: "Choose a picture." });
    if (!first.result.ok) return problem(422, { detail: first.result.error, errors: [{ path: "file", message: first.result.error }] });
    const done = files.flatMap(({ result }) => (result.ok ? [result.value] : []));
    const pictures = await findUploaded(
      services.db,
      done.map(({ id }) => id),
    );
    const duplicates = new Set(done.filter(({ isDuplicate }) => isDuplicate).map(({ id }) => String(id)));
    return jsonAnswer({ pictures: pictures.map((each) => ({ ...each, isDuplicate: duplicates.has(each.hit.id) })) }, { status: 201 });
  },
});

interface Taken {
  readonly name: string;
  readonly result: Result<Uploaded, string>;
}

async function takeIn(
  services: Services,
  user: StaffUser,
  request: Request,
): Promise<{ readonly files: readonly Taken[]; readonly replaces: number | undefined }> {
  const form = await readUpload(request, "the picture");
  const fields = uploadFields.parse({ folder: form.get("folder") ?? "", replaces: form.get("replaces") ?? undefined });
  const sent = form.getAll("file").filter((each): each is File => typeof each !== "string" && each.size > 0);
  if (sent.length > MAX_FILES_AT_ONCE) throw problem(422, { detail: `Send at most ${MAX_FILES_AT_ONCE} files at once.` });
  const files: Taken[] = [];
  for (const file of fields.replaces === undefined ? sent : sent.slice(0, 1)) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const result =
      fields.replaces === undefined
        ? await uploadPicture(services, user, bytes, { fileName: file.name, folder: fields.folder })
        : await replacePicture(services, user, fields.replaces, bytes);
    files.push({ name: file.name, result });
  }
  return { files, replaces: fields.replaces };
}

/** The message after an upload without JavaScript. */
async function leadBack(services: Services, files: readonly Taken[], replaces: number | undefined): Promise<Response> {
  const back =
    replaces === undefined ? href("/admin/media-management") : href("/admin/media-management/edit/:id", { id: String(replaces) });
  const added = files.filter(({ result }) => result.ok && !result.value.isDuplicate).length;
  const words = [
    ...(files.length === 0 ? ["Choose a picture first."] : []),
    ...(added === 0
      ? []
      : [replaces !== undefined ? "The new file is being prepared." : counted(added, "picture added.", "pictures added.")]),
  ];
  for (const { name, result } of files) {
    if (!result.ok) words.push(`“${name.slice(0, 80)}”: ${result.error}`);
    else if (result.value.isDuplicate) {
      const same = (await pictureRecords.find(services.db, [result.value.id])).get(result.value.id)?.value.fileName;
      words.push(`“${name.slice(0, 80)}” is here already as “${same ?? ""}”.`);
    }
  }
  return redirectSaying(services, back, { text: words.join(" ").slice(0, 900) });
}

export const loader = route.loader;
export const action = route.action;
