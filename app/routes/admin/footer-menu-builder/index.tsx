import { MenuBuilder } from "#app/content/ui/staff/menus/menu-builder.tsx";
import { PageHeader } from "#app/kit/page-header.tsx";
import { loadMenu, saveMenuForm } from "#app/routes/admin/menu-builder/menu-page.server.ts";
import type { Route } from "./+types/index";

export function loader(args: Route.LoaderArgs) {
  return loadMenu(args, "site_footer_menu");
}

export function action(args: Route.ActionArgs) {
  return saveMenuForm(args, "site_footer_menu");
}

export { sendRecordForm as clientAction } from "#app/kit/record/send-record-form.ts";
export { hasConnection as shouldRevalidate } from "#app/kit/lost-connection.ts";

export default function FooterMenu({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="Footer menu" />
      <MenuBuilder shape="footer" answer={actionData} {...loaderData} />
    </>
  );
}
