import { href } from "react-router";
import { findHomeId } from "#app/content/data/home-page.server.ts";
import { PLAIN_HOME } from "#app/content/domain/home.ts";
import { homeForm } from "#app/content/domain/home.schema.ts";
import { HOME_SLUG } from "#app/content/domain/page.ts";
import { HomeControl } from "#app/content/ui/staff/home/home-control.tsx";
import { servicesContext } from "#app/http/context.server.ts";
import { RecordControl, RecordText } from "#app/kit/record/record-fields.tsx";
import { RecordSection } from "#app/kit/record/record-form.tsx";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { loadPageForm, savePageForm, type PageFormKind } from "./page-form.server.ts";
import { PageFrame } from "./page-frame.tsx";
import type { Route } from "./+types/home";

const kind = (): PageFormKind => ({ schemaOf: homeForm, pathOf: () => href("/admin/cms/home") });

/** The home page: a CMS page without an address. Until it is stored, the form shows the shop's default content. */
export async function loader(args: Route.LoaderArgs) {
  const { db } = args.context.get(servicesContext);
  const [id, { APP_NAME: name }] = await Promise.all([findHomeId(db), readSettings(db)]);
  const texts = { slug: HOME_SLUG, title: `Order ahead from ${name}`, summary: "", html: "", seoTitle: "", seoDescription: "" };
  const params = id === undefined ? {} : { id: String(id) };
  return loadPageForm({ ...args, params }, kind(), { ...texts, home: PLAIN_HOME, publishAt: null });
}

export async function action(args: Route.ActionArgs) {
  const id = await findHomeId(args.context.get(servicesContext).db);
  return savePageForm(args, kind(), id ?? null);
}

export { sendRecordForm as clientAction } from "#app/kit/record/send-record-form.ts";
export { hasConnection as shouldRevalidate } from "#app/kit/lost-connection.ts";

export default function HomePageForm({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <PageFrame page={loaderData} answer={actionData} newTitle="Home page">
      <RecordSection title="Home page header">
        <RecordText name="title" label="Title" />
        <RecordText name="summary" label="Text below it" hint="One or two sentences. Empty: none." />
        <RecordControl name="home" label="Above the menu" isGroup>
          {({ required: _required, maxLength: _maxLength, ...control }) => <HomeControl {...control} />}
        </RecordControl>
      </RecordSection>
    </PageFrame>
  );
}
