import { Form, Link, useNavigation } from "react-router";
import { Button } from "#app/kit/button.tsx";
import { TextField } from "#app/kit/forms/field.tsx";
import { StartingField } from "#app/kit/forms/starting-field.tsx";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "#app/staff/domain/passwords/password-length.mjs";
import { MAX_EMAIL_LENGTH } from "#app/values/limits.ts";
import { PasskeyButton } from "./passkey-button.tsx";

const LINK = "inline-flex min-h-11 items-center text-primary underline underline-offset-2";
/* Every form is a document request, so that the next page starts without any client state. */

/** Email and password, or a passkey. After an error the focus starts at the field to correct. */
export function SignInForm({ email, isFocused }: { readonly email: string; readonly isFocused: boolean }) {
  return (
    <>
      <Form method="post" reloadDocument className="mt-4 grid gap-4">
        <EmailField email={email} isFocused={isFocused && email === ""} />
        <StartingField
          name="password"
          type="password"
          label="Password"
          autoComplete="current-password"
          required
          isFocused={isFocused && email !== ""}
        />
        <Submit>Sign in</Submit>
      </Form>
      <PasskeyButton />
      <p className="cut mt-6 pt-2 text-sm">
        <Link to="/admin/login?forgotten=1" className={LINK} reloadDocument>
          Forgotten the password?
        </Link>
      </p>
    </>
  );
}

function EmailField({ email, isFocused = false }: { readonly email: string; readonly isFocused?: boolean }) {
  return (
    <StartingField
      name="email"
      type="email"
      label="Email"
      autoComplete="username"
      required
      maxLength={MAX_EMAIL_LENGTH}
      defaultValue={email}
      isFocused={isFocused}
    />
  );
}

/** The code of the account's app, after the password was right. */
export function CodeForm() {
  return (
    <>
      <Form method="post" reloadDocument className="mt-4 grid gap-4">
        <input type="hidden" name="intent" value="code" />
        <StartingField name="code" label="Code" autoComplete="one-time-code" inputMode="numeric" required maxLength={40} isFocused />
        <Submit>Go on</Submit>
      </Form>
      <p className="cut mt-6 pt-4 text-sm text-ink-2">
        Lost the device and the recovery codes? An administrator of this shop can turn the codes off.
      </p>
    </>
  );
}

/** The form that requests a password link. */
export function ForgottenForm({ email }: { readonly email: string }) {
  return (
    <>
      <p className="mt-3 text-ink-2">Type the address of your account. We send a link with which you choose a new password.</p>
      <Form method="post" reloadDocument className="mt-4 grid gap-4">
        <input type="hidden" name="intent" value="forgotten" />
        <EmailField email={email} />
        <Submit>Send the link</Submit>
      </Form>
      <p className="cut mt-6 pt-2 text-sm">
        <Link to="/admin/login" className={LINK} reloadDocument>
          Back to sign-in
        </Link>
      </p>
    </>
  );
}

/** A new password, for the owner of the link in the address; null = the link does not work. */
export function NewPasswordForm({ owner }: { readonly owner: { readonly name: string; readonly email: string } | null }) {
  if (owner === null) {
    return (
      <>
        <p className="mt-3">This link does not work any more: it was used, a newer one was sent, or its time is over.</p>
        <p className="mt-2">
          <Link to="/admin/login?forgotten=1" className={LINK} reloadDocument>
            Ask for a new one
          </Link>
        </p>
      </>
    );
  }
  return (
    <>
      <p className="mt-3 text-ink-2">
        For {owner.name} ({owner.email}). Wherever this account is signed in, it will be signed out.
      </p>
      <Form method="post" reloadDocument className="mt-4 grid gap-4">
        <input type="hidden" name="intent" value="set-password" />
        {/* Lets password managers save the pair of email and password. */}
        <input type="email" name="username" autoComplete="username" value={owner.email} readOnly hidden />
        <TextField
          name="password"
          type="password"
          label="New password"
          hint={`At least ${MIN_PASSWORD_LENGTH} characters; a few words in a row are easy to remember.`}
          autoComplete="new-password"
          required
          minLength={MIN_PASSWORD_LENGTH}
          maxLength={MAX_PASSWORD_LENGTH}
        />
        <Submit>Set the password</Submit>
      </Form>
    </>
  );
}

function Submit({ children }: { readonly children: string }) {
  const isBusy = useNavigation().state !== "idle";
  return (
    <Button type="submit" disabled={isBusy} className="mt-2">
      {children}
    </Button>
  );
}
