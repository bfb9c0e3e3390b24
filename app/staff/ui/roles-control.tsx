import { ROLES, ROLE_WORDS } from "#app/staff/domain/user.ts";

interface RolesControlProps {
  readonly id: string;
  readonly name: string;
  /** "super-admin,order-admin" */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
}

/** Role checkboxes with descriptions, sent as one field. */
export function RolesControl({ id, name, value, onChange, ...aria }: RolesControlProps) {
  const chosen = value.split(",").filter((part) => part !== "");
  return (
    <div id={id} role="group" aria-labelledby={`label-${name}`} {...aria} tabIndex={-1} className="grid gap-2">
      <input type="hidden" name={name} value={value} />
      {ROLES.map((role) => (
        <label
          key={role}
          className="flex min-h-11 items-start gap-3 rounded border border-hairline p-3 has-checked:border-primary has-checked:bg-primary-tint"
        >
          <input
            type="checkbox"
            aria-label={ROLE_WORDS[role].label}
            checked={chosen.includes(role)}
            onChange={(event) => onChange(ROLES.filter((each) => (each === role ? event.target.checked : chosen.includes(each))).join(","))}
            className="mt-0.5 size-5 shrink-0 accent-primary"
          />
          <span>
            <span className="block font-semibold">{ROLE_WORDS[role].label}</span>
            <span className="block text-ink-2">{ROLE_WORDS[role].opens}</span>
          </span>
        </label>
      ))}
      {chosen.length === 0 ? <p className="text-ink-2">Without a role they can sign in, and nothing opens.</p> : null}
    </div>
  );
}
