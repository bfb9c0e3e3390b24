import { href } from "react-router";
import { keepUpload } from "#app/catalogue/workflows/import/import-runs.server.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { problem } from "#app/http/answers/problem.server.ts";
import { readUpload } from "#app/http/answers/read-form.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { takeUpload } from "#app/http/limits/uploads.server.ts";
import { redirectSaying } from "#app/http/staff/flash.server.ts";
import { keepText } from "#app/values/text.ts";

const MAX_FILE_NAME = 200;

/** /admin/api/import: POST a form with `file`, a product file. Leads to the page of its import, or back to the upload with a sentence. */
const route = apiRoute({
  async POST({ request, context }) {
    const services = context.get(servicesContext);
    const answer = await takeUpload(request, context, async (user) => {
      const file = (await readUpload(request, "the file")).get("file");
      if (!(file instanceof File) || file.size === 0)
        return redirectSaying(services, href("/admin/product/import"), { text: "Choose a file first." });
      const kept = await keepUpload(
        services.db,
        {
          name: keepText(file.name.replaceAll(/[\\/\p{Cc}]/gu, " "), MAX_FILE_NAME) || "file",
          size: file.size,
          stream: () => file.stream(),
        },
        { userId: user.id, userName: user.name },
        services.now(),
      );
      if (!kept.ok) return redirectSaying(services, href("/admin/product/import"), { text: kept.error });
      return redirectSaying(services, href("/admin/product/import/:id", { id: String(kept.value) }), {
        text: `“${file.name.slice(0, 80)}” is here.`,
      });
    });
    return answer ?? problem(503, { detail: "Too many uploads at once. Wait a moment.", headers: { "Retry-After": "2" } });
  },
});

export const loader = route.loader;
export const action = route.action;
