import type { ComponentProps } from "react";
import { ChoicesControl } from "#app/kit/forms/choices-control.tsx";
import { ROLES, ROLE_WORDS } from "#app/staff/domain/user.ts";

const CHOICES = ROLES.map((role) => ({ value: role, label: ROLE_WORDS[role].label, text: ROLE_WORDS[role].opens }));

/** Role checkboxes with descriptions, sent as one field. */
export function RolesControl(control: Omit<ComponentProps<typeof ChoicesControl>, "choices" | "children">) {
  return (
    <ChoicesControl {...control} choices={CHOICES}>
      {control.value === "" ? <p className="text-ink-2">Without a role they can sign in, and nothing opens.</p> : null}
    </ChoicesControl>
  );
}
