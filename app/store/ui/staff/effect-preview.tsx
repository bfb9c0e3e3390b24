import { formatUsd, parsePercentage, applyRate, includedTax, parseDollars } from "#app/values/money.ts";
import { openSentence } from "#app/store/domain/open-sentence.ts";
import type { StoreHours } from "#app/store/domain/opening-hours.ts";
import type { SettingGroup } from "#app/store/domain/setting-definition.ts";
import type { SettingKey } from "#app/store/domain/settings.ts";
import { readSpecialHours, readWeeklyHours } from "#app/store/domain/hours-json.ts";
import { hoursRows } from "#app/store/domain/hours-text.ts";
import { isTimeZone, parseClockTime } from "#app/values/time.ts";

type Texts = Readonly<Partial<Record<SettingKey, string>>>;

/** What the entered values would do, before they are saved. Nothing is shown for values that are not understood yet. */
export function EffectPreview({ group, texts, now }: { readonly group: SettingGroup; readonly texts: Texts; readonly now: Date }) {
  const lines =
    group === "hours"
      ? hoursEffect(texts, now)
      : group === "tax-and-tip"
        ? taxEffect(texts)
        : group === "delivery"
          ? deliveryEffect(texts)
          : [];
  if (lines.length === 0) return null;
  return (
    <div className="mt-3 rounded border border-hairline bg-canvas p-3">
      <p className="text-xs font-semibold text-ink-2">With these values</p>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

function hoursEffect(texts: Texts, now: Date): string[] {
  const hours = hoursOf(texts);
  if (hours === null) return [];
  const city = hours.timeZone.split("/").at(-1)?.replaceAll("_", " ") ?? hours.timeZone;
  return [`${openSentence(hours, now).sentence} (${city} time).`, ...hoursRows(hours).map((row) => `${row.days}: ${row.times}`)];
}

function hoursOf(texts: Texts): StoreHours | null {
  const zone = texts.STORE_TIMEZONE ?? "";
  const [open, close, delivery] = [texts.STORE_OPEN_TIME ?? "", texts.STORE_CLOSING_TIME ?? "", texts.DELIVERY_CLOSING_TIME ?? ""];
  const isTime = (text: string) => text === "" || parseClockTime(text) !== null;
  if (!isTimeZone(zone) || ![open, close, delivery].every(isTime) || (open !== "" && open === close)) return null;
  const weekly = readWeeklyHours(texts.OPENING_HOURS ?? "");
  const special = readSpecialHours(texts.SPECIAL_HOURS ?? "");
  if (weekly === undefined || special === undefined) return null;
  return {
    timeZone: zone,
    openTime: open || null,
    closingTime: close || null,
    weekly,
    special,
    deliveryEnabled: texts.ENABLE_DELIVERY === "on",
    deliveryClosingTime: delivery || null,
    pausedUntil: null,
    pauseMessage: "",
  };
}

function taxEffect(texts: Texts): string[] {
  const rate = parsePercentage(texts.TAX_RATE ?? "");
  if (!rate.ok) return [];
  const name = texts.TAX_LABEL || "Tax";
  if (texts.PRICES_INCLUDE_TAX === "on")
    return [`An item of $10.00 costs $10.00, which includes ${name} of ${formatUsd(includedTax(1000, rate.value))}.`];
  const tax = applyRate(1000, rate.value);
  return [`An item of $10.00 costs ${formatUsd(1000 + tax)} with ${name} of ${formatUsd(tax)}.`];
}

function deliveryEffect(texts: Texts): string[] {
  if (texts.ENABLE_DELIVERY !== "on") return ["Pickup only: delivery is not offered."];
  const [fee, free] = [parseDollars(texts.DELIVERY_FEE || "0"), parseDollars(texts.DELIVERY_FREE_ABOVE || "0")];
  if (!fee.ok || !free.ok) return [];
  const from = (texts.DELIVERY_FREE_ABOVE ?? "") === "" || fee.value === 0 ? "" : `, free from ${formatUsd(free.value)}`;
  return [fee.value === 0 ? "Delivery costs nothing." : `Delivery costs ${formatUsd(fee.value)}${from}.`];
}
