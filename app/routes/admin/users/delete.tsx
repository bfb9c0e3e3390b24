import { data, href } from "react-router";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { readId } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { isConfirmed } from "#app/http/staff/confirmation.server.ts";
import { deleteRecord } from "#app/http/staff/staff-action.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { ProblemNote } from "#app/kit/problem-note.tsx";
import { DeletePage } from "#app/kit/record/delete-page.tsx";
import { userRecords, whyItStays } from "#app/staff/data/user-records.server.ts";
import { CONFIRM_FIRST, OTHER_ADMINISTRATOR } from "#app/staff/domain/account-changes.ts";
import { ConfirmPanel } from "#app/staff/ui/confirm-panel.tsx";
import type { Route } from "./+types/delete";

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const id = readId(request, params.id);
  const { db } = context.get(servicesContext);
  const user = (await userRecords().find(db, [id])).get(id)?.value;
  if (user === undefined) throw notFound(request);
  const staysBecause = requireStaff(context).id === id ? OTHER_ADMINISTRATOR : await whyItStays(db, id);
  const asksPassword = staysBecause === undefined && !(await isConfirmed(context.get(servicesContext), request));
  return { id, name: user.name, email: user.email, staysBecause, asksPassword };
}

export async function action(args: Route.ActionArgs) {
  if (requireStaff(args.context).id === Number(args.params.id)) return data({ message: OTHER_ADMINISTRATOR }, { status: 422 });
  if (!(await isConfirmed(args.context.get(servicesContext), args.request))) return data({ message: CONFIRM_FIRST }, { status: 422 });
  return deleteRecord(args, userRecords(), { noun: "account", to: href("/admin/users") });
}

export default function DeleteUser({ loaderData: { id, name, email, staysBecause, asksPassword }, actionData }: Route.ComponentProps) {
  const back = href("/admin/users/edit/:id", { id: String(id) });
  return (
    <>
      {asksPassword ? (
        <div className="mb-4">
          <ConfirmPanel />
        </div>
      ) : null}
      <DeletePage
        name={name}
        section={{ to: href("/admin/users"), label: "Staff" }}
        back={back}
        isPossible={staysBecause === undefined}
        message={actionData?.message}
      >
        {staysBecause !== undefined && actionData === undefined ? <ProblemNote blocks>{staysBecause}</ProblemNote> : null}
        {staysBecause === undefined ? (
          <>
            <p>
              {name} ({email}) is signed out everywhere and cannot sign in any more. What they did stays in the history. Taking this back
              needs a new invitation: the password is gone.
            </p>
            <p>To block access temporarily, disable the account.</p>
          </>
        ) : null}
      </DeletePage>
    </>
  );
}
