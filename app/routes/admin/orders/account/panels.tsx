import { Button } from "#app/kit/button.tsx";
import { PostForm } from "#app/kit/forms/post-form.tsx";
import { FieldErrorsContext, FieldScope, TextField, type FieldErrors } from "#app/kit/forms/field.tsx";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "#app/staff/domain/passwords/password-length.mjs";
import { MAX_EMAIL_LENGTH } from "#app/values/limits.ts";
import { AddPasskey } from "./add-passkey.tsx";
import { counted } from "#texts/plural.ts";
import { OwnPasswordField } from "#app/staff/ui/own-password-field.tsx";

interface PanelProps {
  readonly errors: FieldErrors;
}

/** The address that signs this account in, with the password. */
export function EmailPanel({ errors, email }: PanelProps & { readonly email: string }) {
  return (
    <section>
      <h2 className="rule mb-3 pb-1 text-lg">Email</h2>
      <PostForm className="grid max-w-md gap-4">
        <input type="hidden" name="intent" value="email" />
        <FieldScope value="email-">
          <TextField
            name="email"
            type="email"
            label="Email address"
            autoComplete="email"
            required
            maxLength={MAX_EMAIL_LENGTH}
            defaultValue={email}
            error={errors["email"]?.[0]}
          />
          <OwnPasswordField error={errors["email-password"]?.[0]} />
        </FieldScope>
        <Button type="submit" look="outline" size="desk" className="justify-self-start">
          Change address
        </Button>
      </PostForm>
    </section>
  );
}

/** A new password, with the old one. */
export function PasswordPanel({ errors, email }: PanelProps & { readonly email: string }) {
  return (
    <section>
      <h2 className="rule mb-3 pb-1 text-lg">Password</h2>
      <FieldErrorsContext value={errors}>
        <PostForm className="grid max-w-md gap-4">
          <input type="hidden" name="intent" value="password" />
          <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
          <TextField name="current" type="password" label="Current password" autoComplete="current-password" required />
          <TextField
            name="next"
            type="password"
            label="New password"
            hint={`At least ${MIN_PASSWORD_LENGTH} characters. Every other device is signed out.`}
            autoComplete="new-password"
            required
            minLength={MIN_PASSWORD_LENGTH}
            maxLength={MAX_PASSWORD_LENGTH}
          />
          <Button type="submit" look="outline" size="desk" className="justify-self-start">
            Change password
          </Button>
        </PostForm>
      </FieldErrorsContext>
    </section>
  );
}

interface CodesPanelProps extends PanelProps {
  readonly hasCodes: boolean;
  readonly codesLeft: number;
  /** Some recovery codes have an earlier format. */
  readonly hasShortCodes: boolean;
  /** A secret that is not confirmed by a first code yet; `qr` is an SVG. */
  readonly pending: { readonly secret: string; readonly qr: string } | null;
  /** Shown only this once. */
  readonly recoveryCodes: readonly string[] | null;
}

/** One-time codes: off, being set up, or on. */
export function CodesPanel({ errors, hasCodes, codesLeft, hasShortCodes, pending, recoveryCodes }: CodesPanelProps) {
  return (
    <section>
      <h2 className="rule mb-3 pb-1 text-lg">Two-factor authentication</h2>
      <FieldErrorsContext value={errors}>
        {recoveryCodes === null ? null : (
          <div role="status" className="mb-4 rounded border-2 border-harbour bg-harbour-tint p-4">
            <p className="font-semibold">
              Two-factor authentication is on. Keep these recovery codes apart from the device; each works once, and they are shown only
              now.
            </p>
            <ul className="figures mt-3 grid grid-cols-2 gap-x-6 gap-y-1 font-mono text-base sm:max-w-sm">
              {recoveryCodes.map((code) => (
                <li key={code}>{code}</li>
              ))}
            </ul>
          </div>
        )}
        {hasCodes ? <CodesOn codesLeft={codesLeft} hasShortCodes={hasShortCodes} /> : null}
        {!hasCodes && pending === null ? <BeginCodes error={errors["begin"]?.[0]} /> : null}
        {!hasCodes && pending !== null ? <ConfirmCodes pending={pending} /> : null}
      </FieldErrorsContext>
    </section>
  );
}

interface PasskeysPanelProps extends PanelProps {
  readonly passkeys: readonly { readonly id: string; readonly name: string; readonly since: string; readonly used: string | null }[];
}

/** Signing in with a finger, a face or a key. */
export function PasskeysPanel({ errors, passkeys }: PasskeysPanelProps) {
  return (
    <section>
      <h2 className="rule mb-3 pb-1 text-lg">Passkeys</h2>
      <p className="mb-3">Sign in with a finger, a face or a security key instead of password and code.</p>
      {passkeys.length === 0 ? null : (
        <ul className="mb-4 divide-y divide-hairline border-y border-hairline">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex flex-wrap items-center justify-between gap-2 py-2">
              <span>
                <span className="font-semibold wrap-anywhere">{passkey.name}</span>
                <span className="block text-xs text-ink-2">
                  since {passkey.since}
                  {passkey.used === null ? ", not used yet" : `, last used ${passkey.used}`}
                </span>
              </span>
              <PostForm>
                <input type="hidden" name="id" value={passkey.id} />
                <Button type="submit" name="intent" value="passkey-drop" look="outline" size="desk" aria-label={`Remove ${passkey.name}`}>
                  Remove
                </Button>
              </PostForm>
            </li>
          ))}
        </ul>
      )}
      <AddPasskey problem={errors["passkey"]?.[0] ?? null} />
    </section>
  );
}

function CodesOn({ codesLeft, hasShortCodes }: Pick<CodesPanelProps, "codesLeft" | "hasShortCodes">) {
  return (
    <>
      <p>Sign-in asks for a code of your app. {counted(codesLeft, "recovery code is", "recovery codes are")} left.</p>
      {hasShortCodes ? (
        <p className="mt-3 max-w-3xl rounded border border-saffron bg-saffron-tint p-3">
          Your recovery codes are from an earlier version and may be shorter than new ones. Turn codes off and set them up again to get new
          recovery codes. The old ones stop working then.
        </p>
      ) : null}
      <PostForm className="mt-3 grid max-w-md gap-3">
        <input type="hidden" name="intent" value="codes-off" />
        <OwnPasswordField />
        <Button type="submit" look="danger-outline" size="desk" className="justify-self-start">
          Turn codes off
        </Button>
      </PostForm>
    </>
  );
}

function BeginCodes({ error }: { readonly error: string | undefined }) {
  return (
    <>
      <p>
        After the password, sign-in asks for a code that an app on your phone shows. This protects your account if your password is stolen.
      </p>
      <PostForm className="mt-3 grid max-w-md gap-3">
        <input type="hidden" name="intent" value="codes-begin" />
        <FieldScope value="begin-">
          <OwnPasswordField error={error} />
        </FieldScope>
        <Button type="submit" look="outline" size="desk" className="justify-self-start">
          Set up codes
        </Button>
      </PostForm>
    </>
  );
}

function ConfirmCodes({ pending }: { readonly pending: NonNullable<CodesPanelProps["pending"]> }) {
  return (
    <div className="grid gap-5 sm:grid-cols-[12rem_1fr]">
      {/* Generated on the server from the secret alone. */}
      <div
        role="img"
        aria-label="QR code for the app"
        className="size-48 bg-white [&>svg]:size-full"
        dangerouslySetInnerHTML={{ __html: pending.qr }}
      />
      <PostForm className="grid content-start gap-3">
        <input type="hidden" name="intent" value="codes-confirm" />
        <p>Scan this with an authenticator app, or type the key into it:</p>
        <p className="font-mono text-base text-balance wrap-anywhere">{pending.secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}</p>
        <TextField name="code" label="Code shown in the app" autoComplete="one-time-code" inputMode="numeric" required maxLength={40} />
        <Button type="submit" size="desk" className="justify-self-start">
          Turn on two-factor authentication
        </Button>
      </PostForm>
    </div>
  );
}
