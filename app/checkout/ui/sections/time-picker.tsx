import * as texts from "#texts/checkout/choices.ts";
import { useState } from "react";
import { flushSync } from "react-dom";
import type { TimeOption, TimesView } from "#app/checkout/ui/checkout-view.ts";
import { RadioCard } from "./section.tsx";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";

interface TimePickerProps {
  readonly times: TimesView;
  readonly requestedFor: Date | null;
  readonly fulfillment: Fulfillment;
  readonly onChoice: () => void;
}

const SELECT = "control min-h-11 w-full";

interface SlotsAnswer {
  readonly slots: readonly { readonly starts_at: string; readonly label: string; readonly is_full: boolean; readonly is_busy: boolean }[];
}

/** As soon as possible, or a free time of a day. */
export function TimePicker({ times, requestedFor, fulfillment, onChoice }: TimePickerProps) {
  const hasLater = times.days.length > 0;
  const startsLater = hasLater && (requestedFor !== null || times.asap === null);
  const timeText = fulfillment === "pickup" ? texts.readyAbout : texts.deliveredAbout;
  // A used radio ignores a new default. While no time is chosen, the new key renders the choice again when "as soon as possible" appears or
  // disappears.
  const key = String(times.asap === null && requestedFor === null);
  return (
    <fieldset className="group/when grid gap-2">
      <legend className="mb-2 text-sm font-semibold">{texts.when}</legend>
      <RadioCard
        key={`asap ${key}`}
        name="when"
        value="asap"
        isChosen={!startsLater}
        isOff={times.asap === null && hasLater}
        onChoose={onChoice}
        title={texts.soon}
        text={times.asap === null ? times.asapProblem : timeText(times.asap)}
      />
      {hasLater ? (
        <>
          <RadioCard
            key={`later ${key}`}
            name="when"
            value="later"
            isChosen={startsLater}
            onChoose={onChoice}
            title={texts.later}
            text={texts.upTo(times.days.at(-1)?.label ?? "")}
          />
          <LaterTime times={times} requestedFor={requestedFor} fulfillment={fulfillment} onChoice={onChoice} />
        </>
      ) : null}
    </fieldset>
  );
}

/** A day and one of its times. Full times are shown disabled. */
function LaterTime({ times, requestedFor, fulfillment, onChoice }: TimePickerProps) {
  const [other, setOther] = useState<{ readonly day: string; readonly options: readonly TimeOption[] } | null>(null);
  const [isLost, setLost] = useState(false);
  const day = other?.day ?? times.day;
  const options = other?.options ?? times.options;
  const chosen = requestedFor?.toISOString();
  const firstFree = options.find((option) => !option.isFull)?.startsAt;
  const selected = options.some((option) => option.startsAt === chosen && !option.isFull) ? chosen : firstFree;

  const chooseDay = async (date: string) => {
    const found = await fetchTimes(fulfillment, date);
    setLost(found === null);
    if (found === null) return;
    // The new times must be in the form before it is submitted.
    flushSync(() => setOther({ day: date, options: found }));
    onChoice();
  };
  return (
    <>
      <div className="hidden gap-3 group-has-[input[value=later]:checked]/when:grid sm:grid-cols-2">
        <label className="grid gap-1 text-sm font-semibold">
          {texts.day}
          <select name="day" className={`${SELECT} font-normal`} value={day ?? ""} onChange={(event) => void chooseDay(event.target.value)}>
            {times.days.map((each) => (
              <option key={each.date} value={each.date}>
                {each.label}
              </option>
            ))}
          </select>
        </label>
        <label className="grid gap-1 text-sm font-semibold">
          {texts.time}
          <select
            key={`${day} ${selected}`}
            name="requested_for"
            className={`figures ${SELECT} font-normal`}
            defaultValue={selected}
            onChange={onChoice}
          >
            {options.map((option) => (
              <option key={option.startsAt} value={option.startsAt} disabled={option.isFull}>
                {optionText(option)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <p role="alert" className="text-sm font-semibold text-beet empty:hidden">
        {isLost ? texts.timesNotLoaded : null}
      </p>
    </>
  );
}

function optionText({ label, isFull, isBusy }: TimeOption): string {
  if (isFull) return texts.timeIsFull(label);
  return isBusy ? texts.timeIsBusy(label) : label;
}

/** null = the shop did not respond. */
async function fetchTimes(fulfillment: Fulfillment, date: string): Promise<readonly TimeOption[] | null> {
  const response = await fetch(`/api/slots?${new URLSearchParams({ fulfillment, date })}`).catch(() => null);
  if (response?.ok !== true) return null;
  const { slots } = (await response.json()) as SlotsAnswer;
  return slots.map((slot) => ({ startsAt: slot.starts_at, label: slot.label, isFull: slot.is_full, isBusy: slot.is_busy }));
}
