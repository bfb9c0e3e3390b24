import { isOneOf } from "#app/values/narrow.ts";
import type { SettingDefinition } from "#app/store/domain/setting-definition.ts";
import { SETTINGS, type SettingKey } from "#app/store/domain/settings.ts";
import { TESTABLE_KEYS, type TestableKey } from "#app/store/domain/testable-keys.ts";
import type { ControlProps } from "#app/kit/forms/control.ts";
import type { Confirmation } from "#app/store/domain/confirmation.ts";
import { ConnectionTestButton } from "./connection-test-button.tsx";
import { SettingControl, type SettingControlProps } from "./setting-control.tsx";
import { choicesOf, type ConnectionTest, type SettingsView } from "./settings-view.ts";
import { TestMailButton } from "./test-mail-button.tsx";
import { WebhookSetup } from "./webhook-setup.tsx";

export interface SettingRowProps {
  readonly settingKey: SettingKey;
  readonly view: SettingsView;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly usualHours: SettingControlProps["usualHours"];
  readonly isCleared: boolean;
  readonly onClear: (isCleared: boolean) => void;
  readonly error: string | undefined;
  /** The confirmations for saving anyway. */
  readonly confirm: readonly Confirmation[] | undefined;
  /** The result of "Test connection" or "Create webhook" without scripts. */
  readonly test: ConnectionTest | undefined;
  /** Settings that are tested with a key, from the form. */
  readonly companions: Readonly<Record<string, string>>;
  /** A warning that does not block saving. */
  readonly note: string | undefined;
  /** The currency currently in the form. */
  readonly currency: string;
  /** Replaces the setting's own hint. */
  readonly hint?: string | undefined;
  readonly isHidden: boolean;
}

/** Label and hint next to the control, or above it in a narrow row; the error is below it. */
export function SettingRow(props: SettingRowProps) {
  const { settingKey, value, onChange, error, confirm, note, isHidden } = props;
  const definition: SettingDefinition<unknown> = SETTINGS[settingKey];
  const hint = props.hint ?? definition.hint;
  const ids = {
    hint: hint === "" ? "" : `${settingKey}-hint`,
    error: error === undefined ? "" : `${settingKey}-error`,
    note: note === undefined ? "" : `${settingKey}-note`,
  };
  const labelId = `${settingKey}-label`;
  const describedBy = [ids.hint, ids.error, ids.note].filter((id) => id !== "").join(" ");
  const control: ControlProps = {
    id: `field-${settingKey}`,
    name: settingKey,
    value,
    onChange,
    "aria-describedby": describedBy === "" ? undefined : describedBy,
    "aria-invalid": error === undefined ? undefined : true,
  };
  return (
    <div hidden={isHidden} className="@container border-b border-hairline py-3 hidden:hidden">
      <div className="grid gap-x-6 gap-y-1 @2xl:grid-cols-[2fr_5fr]">
        <div>
          {isComposite(definition) ? (
            <p id={labelId} className="font-semibold @2xl:pt-2">
              {definition.label}
            </p>
          ) : (
            <label htmlFor={control.id} className="font-semibold @2xl:inline-block @2xl:pt-2">
              {definition.label}
            </label>
          )}
          {hint === "" ? null : (
            <p id={ids.hint} className="text-xs text-ink-2">
              {hint}
            </p>
          )}
        </div>
        <div className="min-w-0 max-w-xl" {...(isComposite(definition) ? { role: "group", "aria-labelledby": labelId } : {})}>
          <SettingControl
            {...control}
            definition={definition}
            labelId={labelId}
            zones={props.view.zones}
            choices={choicesOf(props.view, settingKey, props.currency)}
            secret={props.view.secrets[settingKey]}
            usualHours={props.usualHours}
            isCleared={props.isCleared}
            onClear={props.onClear}
          />
          {isTestable(settingKey) ? (
            <ConnectionTestButton settingKey={settingKey} value={value} companions={props.companions} earlier={props.test} />
          ) : null}
          {settingKey === "ORDER_EMAIL_SENDER" ? <TestMailButton earlier={props.test} /> : null}
          {settingKey === "STRIPE_WEBHOOK_SECRET" ? <WebhookSetup {...props.view.webhook} earlier={props.test} /> : null}
          {error === undefined ? null : (
            <p id={ids.error} className="mt-1 font-semibold text-beet">
              {error}
            </p>
          )}
          {confirm?.map((each) => (
            <label key={each} className="mt-1 flex min-h-10 items-center gap-2">
              <input type="checkbox" name="confirm" value={each} className="size-5 accent-primary" />
              {CONFIRM_WORDS[each]}
            </label>
          ))}
          {note === undefined ? null : (
            <p id={ids.note} className="mt-1 border-l-4 border-saffron pl-2">
              {note}
            </p>
          )}
          {definition.kind === "secret" && /^(?:sk|rk)_live_/.test(value.trim()) ? (
            <p className="mt-2 rounded border border-saffron bg-saffron-tint p-2 font-semibold">
              This is a live key. Once it is saved, every order charges a real card, and the money goes to your Stripe account.
            </p>
          ) : null}
        </div>
      </div>
    </div>
  );
}

const CONFIRM_WORDS: Readonly<Record<Confirmation, string>> = {
  "live-key": "Yes, charge real cards from now on",
  "unchecked-key": "Save it although Stripe could not be asked",
  "open-payments": "Save it, and finish those payments in Stripe's dashboard",
  "unchecked-mail-key": "Save it anyway",
  "move-rates": "Yes, move those products",
  "erase-customers": "Yes, erase them for good",
};

function isTestable(key: SettingKey): key is TestableKey {
  return isOneOf(TESTABLE_KEYS, key);
}

/** Several controls for one setting: a group label instead of a label for one of them. */
function isComposite({ kind }: SettingDefinition<unknown>): boolean {
  return kind === "html" || kind === "weekly-hours" || kind === "special-hours" || kind === "delivery-areas" || kind === "colour";
}
