import { storedAmount } from "#app/values/money/stored-amount.ts";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { DEFAULT_SETTINGS, SETTING_KEYS, SETTINGS, settingText, type SettingKey } from "#app/store/domain/settings.ts";
import { SettingsForm } from "./settings-form.tsx";
import type { SettingsAnswer, SettingsView } from "./settings-view.ts";

const FORM_KEYS = SETTING_KEYS.filter((key) => SETTINGS[key].place === "form");
const isSecret = (key: SettingKey) => SETTINGS[key].kind === "secret";
const view: SettingsView = {
  texts: Object.fromEntries(FORM_KEYS.map((key) => [key, isSecret(key) ? "" : settingText(key, DEFAULT_SETTINGS[key], storedAmount)])),
  seen: {},
  secrets: {},
  alarms: {},
  webhook: { url: "https://shop.example/api/webhooks/stripe", hasKey: true },
  choices: {},
  written: [],
  currencyHeld: null,
  zones: ["America/Toronto"],
  changes: [],
};

/** The form as the server draws it, without scripts. */
function draw(answer: SettingsAnswer | undefined): string {
  const now = new Date("2026-12-24T12:00:00Z");
  const Page = createRoutesStub([
    { path: "/", Component: () => <SettingsForm view={view} answer={answer} query="" now={now} onJump={() => undefined} /> },
  ]);
  return renderToStaticMarkup(<Page initialEntries={["/"]} />);
}

const escaped = (text: string) => renderToStaticMarkup(<>{text}</>);

const GARBAGE = [
  "{",
  "[",
  "null",
  "5",
  '"x"',
  "[null]",
  "[5]",
  "[{}]",
  '{"monday":5}',
  '{"monday":["x"]}',
  '{"monday":["11:00-"],"someday":[]}',
  '{"__proto__":{"monday":[]}}',
  '[{"from":"x","to":{},"ranges":5}]',
  '[{"from":"2026-12-24","to":"2026-12-26","ranges":["x-y-z"],"services":"post","message":5}]',
  "25:99",
  "-1e999",
  "NaN",
  "<script>alert(1)</script>",
  "Mars/Olympus",
  "\u202e",
];

test.each(GARBAGE)("%s is kept in every field, with the error beside it", (typed) => {
  const texts = Object.fromEntries(FORM_KEYS.map((key) => [key, typed]));
  const errors = Object.fromEntries(FORM_KEYS.map((key) => [key, "This is wrong."]));
  const page = draw({ kind: "invalid", message: "Nothing is saved yet.", errors, texts });
  const ends = FORM_KEYS.map((key) => ({ key, at: page.indexOf(`<p id="${key}-error"`) })).sort((a, b) => a.at - b.at);
  ends.forEach(({ key, at }, index) => {
    expect(at, key).toBeGreaterThan(-1);
    // A switch is on or off, whatever was sent for it.
    if (SETTINGS[key].kind !== "switch") expect(page.slice(ends[index - 1]?.at ?? 0, at), key).toContain(escaped(typed));
  });
});

test("offers to confirm saving next to the key, and only then", () => {
  const refused = { kind: "invalid", message: "", errors: { STRIPE_SECRET_KEY: "Sure?" }, texts: {} } as const;
  expect(draw(refused)).not.toContain('name="confirm"');
  const page = draw({ ...refused, confirms: { STRIPE_SECRET_KEY: ["unchecked-key", "live-key"] } });
  expect(page.match(/name="confirm" value="[a-z-]+"/g)).toEqual([
    'name="confirm" value="unchecked-key"',
    'name="confirm" value="live-key"',
  ]);
});
