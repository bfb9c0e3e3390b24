import { useEffect, useRef, useState } from "react";
import { href, useNavigation } from "react-router";
import { MAX_SEARCH_LENGTH } from "#app/values/limits.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { hasConnection, LOST_WORDS, orWhenLost } from "#app/kit/lost-connection.ts";
import { useNow } from "#app/kit/hooks/use-now.ts";
import { Moment } from "#app/orders/ui/staff/order-words.tsx";
import { giveFocus } from "#app/kit/focus/focus-target.ts";
import { CONTROL_CLASS } from "#app/kit/forms/control.ts";
import { ButtonLink } from "#app/kit/button.tsx";
import { Fold } from "#app/kit/fold.tsx";
import type { Route } from "./+types/index";
import { reportSaved } from "#app/kit/record/use-draft.ts";
import { SettingsForm } from "#app/store/ui/staff/settings-form.tsx";
import { SETTINGS_DRAFT } from "#app/store/ui/staff/use-settings-texts.ts";
import type { SettingsAnswer } from "#app/store/ui/staff/settings-view.ts";
import { CONFIRM_FIRST } from "#app/staff/domain/account-changes.ts";
import { ConfirmPanel } from "#app/staff/ui/confirm-panel.tsx";
import { handleSettingsForm, readSettingsView } from "./settings.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  return { view: await readSettingsView(services), now: services.now() };
}

export async function action({ request, context }: Route.ActionArgs) {
  return handleSettingsForm(request, context);
}

/** Without a connection all input stays, and a message says so. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await orWhenLost(serverAction, (): SettingsAnswer => ({ kind: "lost", message: LOST_WORDS, errors: {}, texts: {} }));
  if (answer.kind === "saved") reportSaved(SETTINGS_DRAFT);
  return answer;
}

/** Also after an error: a conflict means that another user changed something. */
export const shouldRevalidate = hasConnection;

export default function SiteSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { view } = loaderData;
  const now = useNow(loaderData.now, 10_000);
  const [query, setQuery] = useState("");
  const [last] = view.changes;
  const password = useRef<HTMLDivElement>(null);
  const asksPassword = actionData?.message === CONFIRM_FIRST;
  const isIdle = useNavigation().state === "idle";
  // Runs after the router has scrolled to the section in the address: the confirmation above would be out of view.
  useEffect(() => {
    if (isIdle && actionData?.message === CONFIRM_FIRST) giveFocus(password.current?.querySelector("input[type=password]"));
  }, [isIdle, actionData]);
  return (
    <>
      <title>
        {actionData === undefined || actionData.kind === "saved" || actionData.kind === "tested" ? "Site settings" : "Error: Site settings"}
      </title>
      <header className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="grow text-2xl">Site settings</h1>
        <ButtonLink to={href("/admin/site-settings/emails")} look="outline" size="desk">
          Words of emails
        </ButtonLink>
        <ButtonLink to={href("/admin/site-settings/file")} look="outline" size="desk">
          Export / import
        </ButtonLink>
        <label className="max-sm:w-full noscript:hidden">
          <span className="sr-only">Search in settings</span>
          <input
            type="search"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            onKeyDown={(event) => (event.key === "Escape" ? setQuery("") : undefined)}
            maxLength={MAX_SEARCH_LENGTH}
            placeholder="Search names, hints and values"
            className={`${CONTROL_CLASS} sm:w-72`}
          />
        </label>
      </header>
      <p
        role="status"
        className={actionData?.kind === "saved" ? "mb-4 rounded border border-leaf bg-leaf-tint px-3 py-2 font-semibold" : "sr-only"}
      >
        {actionData?.kind === "saved" ? actionData.message : ""}
      </p>
      {last === undefined ? null : (
        <Fold
          className="mb-2 text-ink-2"
          title={
            <>
              Last changed by {last.who}, <Moment at={last.at} now={now} />
            </>
          }
        >
          <ol className="mb-4 grid gap-1 border-l-2 border-hairline pl-3">
            {view.changes.map((change) => (
              <li key={change.key} className="wrap-anywhere">
                <Moment at={change.at} now={now} /> · {change.who}: {change.lines.join("; ")}
              </li>
            ))}
          </ol>
        </Fold>
      )}
      {asksPassword ? (
        <div ref={password} className="mb-4 scroll-mt-20">
          <ConfirmPanel />
        </div>
      ) : null}
      <SettingsForm view={view} answer={actionData} query={query} now={now} onJump={() => setQuery("")} />
    </>
  );
}
