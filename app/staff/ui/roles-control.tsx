import type { ComponentProps } from "react";
import { ChoicesControl } from "#app/kit/forms/choices-control.tsx";
import { findPermissions } from "#app/staff/domain/permission-list.ts";
import { ownRoleName, ROLES, ROLE_WORDS, type OwnRole } from "#app/staff/domain/user.ts";

const CHOICES = ROLES.map((role) => ({ value: role, label: ROLE_WORDS[role].label, text: ROLE_WORDS[role].opens }));

type RolesControlProps = Omit<ComponentProps<typeof ChoicesControl>, "choices" | "children"> & { readonly ownRoles: readonly OwnRole[] };

/** Role checkboxes with descriptions, sent as one field. */
export function RolesControl({ ownRoles, ...control }: RolesControlProps) {
  const own = ownRoles.map(({ id, name, permissions }) => ({
    value: ownRoleName(id),
    label: name,
    text: `${findPermissions(permissions)
      .map(({ label }) => label)
      .join(", ")}.`,
  }));
  return (
    <ChoicesControl {...control} choices={[...CHOICES, ...own]}>
      {control.value === "" ? <p className="text-ink-2">Without a role they can sign in, and nothing opens.</p> : null}
    </ChoicesControl>
  );
}
