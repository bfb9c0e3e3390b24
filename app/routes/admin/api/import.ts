import { href } from "react-router";
import { keepUpload } from "#app/catalogue/workflows/import/import-runs.server.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { jsonAnswer, problem } from "#app/http/answers/problem.server.ts";
import { readUpload } from "#app/http/answers/read-form.server.ts";
import { headerOf } from "#app/http/answers/request-headers.schema.ts";
import { servicesContext, type Services } from "#app/http/context.server.ts";
import { takeUpload } from "#app/http/limits/uploads.server.ts";
import { redirectSaying } from "#app/http/staff/flash.server.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { fileTooLarge } from "#app/values/file-size.ts";
import { MAX_PRODUCT_FILE_BYTES } from "#app/values/limits.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import { keepText } from "#app/values/text.ts";

const MAX_FILE_NAME = 200;

/**
 * /admin/api/import: POST a form with `file`, a product file. Returns the number of its import. Without JavaScript, the same form is
 * redirected to the import, or back to the form with a message.
 */
const route = apiRoute({
  async POST({ request, context }) {
    const services = context.get(servicesContext);
    const taken = await takeUpload(request, context, (user) => takeIn(services, user, request));
    if (taken === null) return problem(503, { detail: "Too many uploads at once. Wait a moment.", headers: { "Retry-After": "2" } });
    const isPage = headerOf(request, "Accept").includes("text/html");
    if (!taken.ok) {
      if (isPage) return redirectSaying(services, href("/admin/product/import"), { text: taken.error });
      return problem(422, { detail: taken.error, errors: [{ path: "file", message: taken.error }] });
    }
    if (!isPage) return jsonAnswer({ id: taken.value.id }, { status: 201 });
    const to = href("/admin/product/import/:id", { id: String(taken.value.id) });
    return redirectSaying(services, to, { text: `“${taken.value.name.slice(0, 80)}” is here.` });
  },
});

/** Stores the uploaded file. The error is a sentence about the file. */
async function takeIn(
  { db, now }: Services,
  user: StaffUser,
  request: Request,
): Promise<Result<{ readonly id: number; readonly name: string }, string>> {
  const file = (await readUpload(request, "the file")).get("file");
  if (!(file instanceof File) || file.name === "") return fail("Choose a file first.");
  if (file.size === 0) return fail("This file is empty. Choose another one.");
  if (file.size > MAX_PRODUCT_FILE_BYTES) return fail(fileTooLarge(MAX_PRODUCT_FILE_BYTES));
  const name = keepText(file.name.replaceAll(/[\\/\p{Cc}]/gu, " "), MAX_FILE_NAME) || "file";
  const kept = await keepUpload(
    db,
    { name, size: file.size, stream: () => file.stream() },
    { userId: user.id, userName: user.name },
    now(),
  );
  return kept.ok ? ok({ id: kept.value, name }) : kept;
}

export const loader = route.loader;
export const action = route.action;
