import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { PostForm } from "#app/kit/forms/post-form.tsx";
import { data, href, Link } from "react-router";
import { contentOf, pageRecords } from "#app/content/data/page-records.server.ts";
import { pageVersionsQuery } from "#app/content/domain/page.schema.ts";
import { compareTexts, listPageVersions } from "#app/content/workflows/page-versions.server.ts";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { readPageQuery, readId } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { redirectSaying } from "#app/http/staff/flash.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { Button, ButtonLink } from "#app/kit/button.tsx";
import { EmptyState } from "#app/kit/empty-state.tsx";
import { PageHeader } from "#app/kit/page-header.tsx";
import { changeRecords } from "#app/staff/workflows/change-records.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { formatInstant } from "#app/values/clock/shop-clock.ts";
import type { Route } from "./+types/versions";
import { keyed } from "#app/kit/keyed.ts";

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db, now } = context.get(servicesContext);
  const id = readId(request, params.id);
  const page = (await pageRecords.find(db, [id])).get(id)?.value;
  if (page === undefined) throw notFound(request);
  const [versions, settings] = await Promise.all([listPageVersions(db, id), readSettings(db)]);
  const requestedVersion = readPageQuery(request, pageVersionsQuery).version;
  const chosen = versions.find((version) => version.entry === requestedVersion) ?? versions[0];
  return {
    id,
    title: page.title,
    versions: versions.map(({ entry, at, by, content }) => ({
      entry,
      when: formatInstant(at, shopClock(settings), now()),
      by,
      title: content.title,
    })),
    chosen: chosen === undefined ? null : { entry: chosen.entry, pieces: await compareTexts(chosen.content, contentOf(page)) },
  };
}

/** Restores an earlier version as the draft; nothing becomes public. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const id = readId(request, params.id);
  const entry = (await request.formData()).get("version");
  const version = (await listPageVersions(services.db, id)).find((each) => String(each.entry) === entry);
  if (version === undefined) return data({ message: "Choose a version of the list." }, { status: 422 });
  const done = await changeRecords(services.db, pageRecords, requireStaff(context), { action: "restore", ids: [id] }, (page) => ({
    ...page,
    ...version.content,
  }));
  return redirectSaying(services, href("/admin/cms/page/:id", { id: String(id) }), {
    text: done.changed === 0 ? "The draft says that already." : `The earlier text of “${done.name}” is in the draft.`,
    undo: done.entry,
  });
}

const LOOKS = { same: "", gone: "mx-0.5 bg-beet-tint text-beet line-through", new: "mx-0.5 bg-primary-tint text-primary" } as const;

const TAGS = { new: "ins", gone: "del", same: "span" } as const;

export default function Versions({ loaderData, actionData }: Route.ComponentProps) {
  const { id, title, versions, chosen } = loaderData;
  return (
    <>
      <PageHeader
        title="Versions"
        trail={[
          { to: href("/admin/cms"), label: "Pages" },
          { to: href("/admin/cms/page/:id", { id: String(id) }), label: title },
        ]}
      />
      {actionData === undefined ? null : (
        <p role="alert" className="mb-4 font-semibold text-beet">
          {actionData.message}
        </p>
      )}
      {chosen === null ? (
        <EmptyState
          action={
            <ButtonLink to={href("/admin/cms/page/:id", { id: String(id) })} look="outline" size="desk">
              Open the page
            </ButtonLink>
          }
        >
          This page has not been published yet. Each published version is kept here.
        </EmptyState>
      ) : (
        <div className="grid items-start gap-6 lg:grid-cols-[18rem_1fr]">
          <VersionList versions={versions} chosen={chosen} />
          <Comparison chosen={chosen} />
        </div>
      )}
    </>
  );
}

type LoaderData = Route.ComponentProps["loaderData"];
type Chosen = NonNullable<LoaderData["chosen"]>;

function VersionList({ versions, chosen }: { readonly versions: LoaderData["versions"]; readonly chosen: Chosen }) {
  return (
    <ol className="divide-y divide-hairline border-y border-hairline">
      {versions.map((version) => (
        <li key={version.entry}>
          <Link
            to={`?version=${version.entry}`}
            aria-current={version.entry === chosen.entry ? "true" : undefined}
            className="block p-3 hover:bg-canvas aria-[current=true]:bg-primary-tint"
          >
            <span className="block font-semibold">{version.when}</span>
            <span className="text-ink-2">
              {version.title}, by {version.by}
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
}

/** The changes since that version, and the button to restore it. */
function Comparison({ chosen }: { readonly chosen: Chosen }) {
  return (
    <section>
      <h2 className="rule pb-1 text-lg">From that version to the draft now</h2>
      <p className="mt-3 max-w-[70ch] text-base wrap-anywhere whitespace-pre-wrap">
        {keyed(chosen.pieces, (piece) => `${piece.kind} ${piece.text}`).map(({ key, item: piece }) => {
          const Tag = TAGS[piece.kind];
          return (
            <Tag key={key} className={LOOKS[piece.kind]}>
              {piece.text}
            </Tag>
          );
        })}
      </p>
      <PostForm className="mt-4">
        <input type="hidden" name="version" value={chosen.entry} />
        <Button type="submit" look="outline" size="desk">
          Put that version into the draft
        </Button>
      </PostForm>
    </section>
  );
}
