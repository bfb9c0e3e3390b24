import { useEffect, useRef, useState, type ReactNode } from "react";
import { PostForm } from "#app/kit/forms/post-form.tsx";
import { useNavigation } from "react-router";
import { Button } from "#app/kit/button.tsx";
import { ConfirmButton } from "#app/kit/confirm.tsx";
import { Fold } from "#app/kit/fold.tsx";
import { giveFocus } from "#app/kit/focus/focus-target.ts";
import { LeaveQuestion } from "#app/kit/forms/leave-question.tsx";
import { isOtherView } from "#app/kit/hooks/use-leave-guard.ts";
import { CONFIRM_FIRST } from "#app/staff/domain/account-changes.ts";
import { ConfirmPanel } from "#app/staff/ui/confirm-panel.tsx";
import { ASKED_SETTINGS, STEP_SETTINGS, type SetupStepId } from "#app/store/domain/setup-steps.ts";
import { SETTINGS, type SettingKey } from "#app/store/domain/settings.ts";
import { usualRange } from "#app/store/domain/hours/proposed-range.ts";
import { KEY_COMPANIONS } from "#app/store/domain/testable-keys.ts";
import { recordOf } from "#app/values/narrow.ts";
import { PlaceProposal, useDeviceCountry } from "#app/store/ui/staff/place-proposal.tsx";
import { SettingRow } from "#app/store/ui/staff/setting-row.tsx";
import type { SettingsAnswer, SettingsView } from "#app/store/ui/staff/settings-view.ts";

const NOT_SAVED = {
  title: "Skip without saving?",
  text: "What you entered in this step is not saved yet.",
  yes: "Discard and skip",
  no: "Stay here",
  isDanger: true,
} as const;

interface SettingsStepProps {
  readonly step: SetupStepId;
  readonly view: SettingsView;
  readonly answer: SettingsAnswer | undefined;
  /** False: the owner has not confirmed the defaults yet, so the fields start empty. */
  readonly hasAnswers: boolean;
  readonly children?: ReactNode;
}

type Texts = Readonly<Partial<Record<SettingKey, string>>>;

/** A setup step with settings, shown as rows of the settings page. */
export function SettingsStep({ step, view, answer, hasAnswers, children }: SettingsStepProps) {
  const keys = STEP_SETTINGS[step] ?? [];
  const failed = answer === undefined || answer.kind === "saved" || answer.kind === "tested" ? undefined : answer;
  const stored = Object.fromEntries(
    keys.map((key) => [key, hasAnswers || !ASKED_SETTINGS.includes(key) ? (view.texts[key] ?? "") : ""]),
  ) as Texts;
  const [texts, setTexts] = useState<Texts>({ ...stored, COUNTRY: stored.COUNTRY || undefined, ...failed?.texts });
  const [sent, setSent] = useState<Texts>(texts);
  const [cleared, setCleared] = useState<readonly SettingKey[]>([]);
  const summary = useRef<HTMLDivElement>(null);
  const password = useRef<HTMLDivElement>(null);
  const asksPassword = failed?.message === CONFIRM_FIRST;
  const isSaving = useNavigation().formMethod === "POST";
  const isDirty = cleared.length > 0 || keys.some((key) => (texts[key] ?? stored[key] ?? "") !== (stored[key] ?? ""));
  const deviceCountry = useDeviceCountry();
  // A new shop is most likely in the country of the device that sets it up.
  const guessed = stored.COUNTRY === "" && texts.COUNTRY === undefined ? deviceCountry : "";
  const textOf = (key: SettingKey) => texts[key] ?? (key === "COUNTRY" ? guessed : "");
  useEffect(() => {
    if (failed !== undefined && !giveFocus(password.current?.querySelector("input[type=password]"))) summary.current?.focus();
  }, [failed]);
  // An error is shown until its field changes.
  const errorOf = (key: SettingKey) => (textOf(key) === (sent[key] ?? "") ? failed?.errors[key] : undefined);
  const row = (key: SettingKey) => (
    <SettingRow
      key={key}
      settingKey={key}
      view={view}
      value={textOf(key)}
      onChange={(value) => setTexts((before) => ({ ...before, [key]: value }))}
      isCleared={cleared.includes(key)}
      onClear={(isCleared) => setCleared(isCleared ? [...cleared, key] : cleared.filter((each) => each !== key))}
      error={errorOf(key)}
      confirm={failed?.confirms?.[key]}
      test={undefined}
      usualHours={usualRange(textOf("STORE_OPEN_TIME"), textOf("STORE_CLOSING_TIME"))}
      companions={recordOf(KEY_COMPANIONS, textOf)}
      note={
        key === "COUNTRY" && guessed !== ""
          ? `${guessed} is a guess from the clock of this device. Change it if the shop is elsewhere.`
          : undefined
      }
      currency={textOf("CURRENCY")}
      hint={key === "STORE_OPEN_TIME" ? "Skip this step if you never close." : undefined}
      isHidden={false}
    />
  );
  const skip = { name: "intent", value: "skip", look: "quiet", "aria-disabled": isSaving, children: "Skip" } as const;
  const weekly = keys.filter((key) => SETTINGS[key].kind === "weekly-hours");
  const seen = Object.fromEntries(keys.flatMap((key) => (view.seen[key] === undefined ? [] : [[key, view.seen[key]]])));
  return (
    <>
      {asksPassword ? (
        <div ref={password} className="mt-3">
          <ConfirmPanel />
        </div>
      ) : null}
      <PostForm noValidate preventScrollReset onSubmit={() => setSent({ ...texts, COUNTRY: textOf("COUNTRY") })}>
        <LeaveQuestion isDirty={isDirty && !isSaving} isLeaving={isOtherView} text={NOT_SAVED.text} />
        {failed === undefined || asksPassword ? null : (
          <div ref={summary} tabIndex={-1} className="mt-3 rounded border-2 border-beet bg-beet-tint p-3">
            <p className="font-semibold">{failed.message}</p>
            <Mistakes keys={keys} errors={failed.errors} />
          </div>
        )}
        <input type="hidden" name="step" value={step} />
        <input type="hidden" name="seen" value={JSON.stringify(seen)} />
        {cleared.map((key) => (
          <input key={key} type="hidden" name="clear" value={key} />
        ))}
        {keys
          .filter((key) => !weekly.includes(key))
          .map((key) =>
            key === "STORE_TIMEZONE" ? (
              <div key={key}>
                <PlaceProposal
                  view={view}
                  texts={{ ...texts, COUNTRY: textOf("COUNTRY") }}
                  opened={stored}
                  onUse={(proposed) => setTexts((before) => ({ ...before, ...proposed }))}
                />
                {row(key)}
              </div>
            ) : (
              row(key)
            ),
          )}
        {weekly.length === 0 ? null : (
          <Fold title="Different on some days" open={weekly.some((key) => textOf(key) !== "")}>
            {weekly.map(row)}
          </Fold>
        )}
        {children}
        <div className="mt-4 flex flex-wrap gap-2">
          <Button type="submit" aria-disabled={isSaving}>
            Save and continue
          </Button>
          {isDirty ? <ConfirmButton question={NOT_SAVED} {...skip} /> : <Button type="submit" {...skip} />}
        </div>
      </PostForm>
    </>
  );
}

interface MistakesProps {
  readonly keys: readonly SettingKey[];
  readonly errors: Readonly<Partial<Record<SettingKey, string>>>;
}

/** Each error as a link to its field, as the server returned them: later typing does not change this list. */
function Mistakes({ keys, errors }: MistakesProps) {
  const wrong = keys.filter((key) => errors[key] !== undefined);
  if (wrong.length === 0) return null;
  return (
    <ul className="mt-2 list-disc pl-5">
      {wrong.map((key) => (
        <li key={key}>
          <a
            href={`#field-${key}`}
            onClick={(event) => {
              // Changing the address would remove the errors.
              if (giveFocus(document.getElementById(`field-${key}`))) event.preventDefault();
            }}
            className="inline-block py-1 underline underline-offset-2"
          >
            {SETTINGS[key].label}: {errors[key]}
          </a>
        </li>
      ))}
    </ul>
  );
}
