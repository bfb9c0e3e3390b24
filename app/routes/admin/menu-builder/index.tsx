import { MenuBuilder } from "#app/content/ui/staff/menus/menu-builder.tsx";
import { PageHeader } from "#app/kit/page-header.tsx";
import { loadMenu, saveMenuForm } from "#app/routes/admin/menu-builder/menu-page.server.ts";
import type { Route } from "./+types/index";

export function loader(args: Route.LoaderArgs) {
  return loadMenu(args, "site_top_menu");
}

export function action(args: Route.ActionArgs) {
  return saveMenuForm(args, "site_top_menu");
}

export { sendRecordForm as clientAction } from "#app/kit/record/send-record-form.ts";
export { hasConnection as shouldRevalidate } from "#app/kit/lost-connection.ts";

export default function TopMenu({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="Top menu" />
      <MenuBuilder shape="top" answer={actionData} {...loaderData} />
    </>
  );
}
