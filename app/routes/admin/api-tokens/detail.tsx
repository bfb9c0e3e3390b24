import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { PostForm } from "#app/kit/forms/post-form.tsx";
import type { ReactNode } from "react";
import { data, href } from "react-router";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { readId } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { redirectSaying } from "#app/http/staff/flash.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { ConfirmButton } from "#app/kit/confirm.tsx";
import { PageHeader } from "#app/kit/page-header.tsx";
import { Status } from "#app/kit/status.tsx";
import { findApiToken } from "#app/staff/data/api-tokens.server.ts";
import { API_SCOPE_WORDS } from "#app/staff/domain/api-token.ts";
import { revokeApiTokens } from "#app/staff/workflows/api-tokens.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { STATUS_WORDS, tokenView } from "./token-view.ts";
import type { Route } from "./+types/detail";

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db, now } = context.get(servicesContext);
  const id = readId(request, params.id);
  const [token, settings] = await Promise.all([findApiToken(db, id), readSettings(db)]);
  if (token === undefined) throw notFound(request);
  return tokenView(token, shopClock(settings), now());
}

/** Revokes the token. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const id = readId(request, params.id);
  if ((await request.formData()).get("intent") !== "revoke") return data({ message: "Choose what to do." }, { status: 422 });
  if ((await findApiToken(services.db, id)) === undefined) throw notFound(request);
  const revoked = await revokeApiTokens(services.db, requireStaff(context), [id], services.now());
  if (!revoked.ok) return data({ message: revoked.error }, { status: 403 });
  const [name] = revoked.value;
  const text = name === undefined ? "It was revoked before." : `Token “${name}” revoked.`;
  return redirectSaying(services, href("/admin/api-tokens/:id", { id: String(id) }), { text });
}

export default function ApiToken({ loaderData: token }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title={token.name} trail={[{ to: href("/admin/api-tokens"), label: "API tokens" }]}>
        {token.status === "active" ? (
          <PostForm>
            <ConfirmButton
              name="intent"
              value="revoke"
              look="danger-outline"
              size="desk"
              question={{
                title: "Revoke this token?",
                text: "Programs that use it are refused at once. This cannot be undone.",
                yes: "Revoke",
                isDanger: true,
              }}
            >
              Revoke token
            </ConfirmButton>
          </PostForm>
        ) : null}
      </PageHeader>
      <dl className="grid max-w-2xl gap-x-6 gap-y-3 sm:grid-cols-[10rem_1fr]">
        <Fact label="Status">
          <Status tone={STATUS_WORDS[token.status][0]}>{STATUS_WORDS[token.status][1]}</Status>
        </Fact>
        <Fact label="Permissions">
          <ul className="grid gap-2">
            {token.scopes.map((scope) => (
              <li key={scope}>
                {API_SCOPE_WORDS[scope].label} <code className="text-ink-2">{scope}</code>
                <span className="block text-ink-2">{API_SCOPE_WORDS[scope].opens}</span>
              </li>
            ))}
          </ul>
        </Fact>
        <Fact label="Created">
          {token.created}, by {token.userName}
        </Fact>
        <Fact label="Last used">{token.used ?? "Never"}</Fact>
        <Fact label={token.revoked === null ? "Expires" : "Revoked"}>{token.revoked ?? token.expires}</Fact>
      </dl>
    </>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="font-semibold">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  );
}
