import { useRef, useState } from "react";
import { Button } from "#app/kit/button.tsx";
import { announce } from "#app/kit/focus/announcer.tsx";
import { CONTROL_CLASS } from "#app/kit/forms/control.ts";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import { countryOfZone, proposalFor, type PlaceProposal as Proposal } from "#app/store/domain/place/place-facts.ts";
import { proposedSettings, type ProposedSetting } from "#app/store/domain/place/proposed-settings.ts";
import { SETTINGS, type SettingKey } from "#app/store/domain/settings.ts";
import { exampleAmount, type SettingsView } from "./settings-view.ts";

type Texts = Readonly<Partial<Record<SettingKey, string>>>;

interface PlaceProposalProps {
  readonly view: SettingsView;
  /** The current texts of the form, and the initial ones. */
  readonly texts: Texts;
  readonly opened: Texts;
  readonly onUse: (proposed: Texts) => void;
}

/** Proposes time zone, currency and tax for the entered country; the owner applies all, some or none. */
export function PlaceProposal({ view, texts, opened, onUse }: PlaceProposalProps) {
  const [filled, setFilled] = useState<Texts>({});
  const [zone, setZone] = useState("");
  const heading = useRef<HTMLParagraphElement>(null);
  const deviceZone = useDeviceZone();
  const country = texts.COUNTRY ?? "";
  const found = proposalFor(country, texts.ADDRESS_REGION ?? "", deviceZone);
  if (found === null)
    return (
      <p role="status" className="my-3 text-ink-2">
        {country.trim() === ""
          ? "Enter the country, then its usual time zone, currency and tax are shown here."
          : "No usual values are known for this country. Enter time zone, currency and tax yourself."}
      </p>
    );
  const proposal = found.timeZones.includes(zone)
    ? { ...found, timeZones: [zone, ...found.timeZones.filter((each) => each !== zone)] }
    : found;
  const rows = proposedSettings(proposal, { texts, opened, filled, written: view.written, currencyHeld: view.currencyHeld });
  const open = rows.filter(({ state }) => state === "open");
  const use = (taken: readonly ProposedSetting[]) => {
    const values: Texts = Object.fromEntries(taken.map(({ key, text }) => [key, text]));
    setFilled({ ...filled, ...values });
    onUse(values);
    announce(`Filled in: ${taken.map(({ key }) => SETTINGS[key].label).join(", ")}`);
    // The clicked button may disappear.
    heading.current?.focus();
  };
  return (
    <div className="my-3 grid gap-2 rounded border border-harbour bg-harbour-tint p-3">
      <p ref={heading} tabIndex={-1} role="status" className="font-semibold">
        Usual in {proposal.place}
        {open.length === 0 ? <span className="font-normal"> – nothing is left to fill in</span> : null}
      </p>
      {found.timeZones.length > 1 ? <ZoneChoice zones={found.timeZones} value={proposal.timeZones[0] ?? ""} onChoose={setZone} /> : null}
      <ul className="grid gap-1">
        {rows.map((row) => (
          <ProposedRow key={row.key} row={row} proposal={proposal} view={view} onUse={() => use([row])} />
        ))}
      </ul>
      {proposal.taxRate === null ? <p className="font-semibold">Enter the tax rate yourself.</p> : null}
      <p className="text-sm text-ink-2">{proposal.note}</p>
      {open.length === 0 ? null : (
        <Button look="outline" size="desk" className="min-h-10 justify-self-start noscript:hidden" onClick={() => use(open)}>
          Use these
        </Button>
      )}
    </div>
  );
}

/** The country of this device's time zone, for a shop without one; "" = unknown. */
export function useDeviceCountry(): string {
  return countryOfZone(useDeviceZone());
}

/** "" on the server and until scripts run. */
function useDeviceZone(): string {
  return useIsClient() ? new Intl.DateTimeFormat().resolvedOptions().timeZone : "";
}

interface ZoneChoiceProps {
  readonly zones: readonly string[];
  readonly value: string;
  readonly onChoose: (zone: string) => void;
}

function ZoneChoice({ zones, value, onChoose }: ZoneChoiceProps) {
  return (
    <label className="flex flex-wrap items-center gap-2">
      Time zone of the shop
      <select value={value} onChange={(event) => onChoose(event.target.value)} className={`${CONTROL_CLASS} max-w-64`}>
        {zones.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </label>
  );
}

interface ProposedRowProps {
  readonly row: ProposedSetting;
  readonly proposal: Proposal;
  readonly view: SettingsView;
  readonly onUse: () => void;
}

function ProposedRow({ row: { key, text, state }, proposal, view, onUse }: ProposedRowProps) {
  const words = proposedWords(key, text, proposal, view);
  return (
    <li className="wrap-anywhere">
      {SETTINGS[key].label}: <strong>{words}</strong>
      {state === "same" ? <span className="text-ink-2"> – as below</span> : null}
      {state === "held" ? <span className="block">{view.currencyHeld}</span> : null}
      {state === "own" ? (
        <>
          {" "}
          – you entered another value.{" "}
          <button
            type="button"
            className="min-h-8 px-1 text-primary underline underline-offset-2 max-sm:min-h-11 noscript:hidden"
            onClick={onUse}
          >
            Use this<span className="sr-only"> for {SETTINGS[key].label}</span>
          </button>
        </>
      ) : null}
    </li>
  );
}

/** "EUR, Euro", "1.234,50 €, 31 Dec, 18:30, week from Monday" */
function proposedWords(key: SettingKey, text: string, { currency, locale }: Proposal, view: SettingsView): string {
  const choice = view.choices[key]?.find(({ value }) => value === text);
  switch (key) {
    case "CURRENCY":
      return choice?.label ?? text;
    case "LOCALE":
      return [exampleAmount(currency, locale), choice?.example ?? text].join(", ");
    case "TAX_RATE":
      return text === "" ? "left empty" : `${text}%`;
    case "PRICES_INCLUDE_TAX":
      return text === "on" ? "yes" : "no, tax is added";
    default:
      return text === "" ? "none" : text;
  }
}
