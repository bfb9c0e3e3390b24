import { TextField } from "#app/kit/forms/field.tsx";

/** The password of the signed-in account, to confirm a change. */
export function OwnPasswordField({ error }: { readonly error?: string | undefined }) {
  return <TextField name="password" type="password" label="Your password" autoComplete="current-password" required error={error} />;
}
