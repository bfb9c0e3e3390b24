import { notFound } from "#app/http/answers/not-found.server.ts";
import { readId } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { RECORD_STORES } from "#app/http/staff/record-stores.server.ts";
import { deleteRecord } from "#app/http/staff/staff-action.server.ts";
import { DeletePage } from "#app/kit/record/delete-page.tsx";
import { SECTIONS } from "#app/staff/domain/sections.ts";
import type { Route } from "./+types/delete-record";

/* The delete page of the sections with standard pages (app/staff/domain/sections.ts). */

function findSection({ url }: Pick<Route.LoaderArgs, "url">) {
  const pathname = url.pathname.toLowerCase();
  const section = SECTIONS.find(({ path }) => pathname.startsWith(`${path}/delete/`));
  const store = RECORD_STORES.find(({ kind }) => kind === section?.history?.[0]?.kind);
  if (section === undefined || store === undefined) throw new Error(`${pathname} belongs to no section with records`);
  return { section, store };
}

export async function loader(args: Route.LoaderArgs) {
  const { section, store } = findSection(args);
  const id = readId(args.request, args.params.id);
  const { db } = args.context.get(servicesContext);
  const record = (await store.find(db, [id])).get(id);
  if (record === undefined) throw notFound(args.request);
  const problem = (await store.whyItStays?.(db, id)) ?? null;
  return { id, name: store.nameOf(record.value), path: section.path, label: section.label, text: section.deletion, problem };
}

export function action(args: Route.ActionArgs) {
  const { section, store } = findSection(args);
  return deleteRecord(args, store, { noun: store.kind.replaceAll("-", " "), to: section.path });
}

export default function DeleteRecord({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, path, label, text, problem } = loaderData;
  return (
    <DeletePage
      name={name}
      section={{ to: path, label }}
      back={`${path}/edit/${id}`}
      isPossible={problem === null}
      message={actionData?.message}
    >
      <p>{problem ?? text}</p>
    </DeletePage>
  );
}
