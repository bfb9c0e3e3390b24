import { MAX_MINUTES_SETTING } from "#app/values/limits.ts";
import { applyRate, dollarsText, formatUsd, includedTax, parseDollars, parsePercentage } from "#app/values/money.ts";
import { openSentence } from "#app/store/domain/hours/open-sentence.ts";
import { openState, type StoreHours } from "#app/store/domain/hours/opening-hours.ts";
import type { SettingGroup } from "#app/store/domain/setting-definition.ts";
import { reducedRates, tipPresets, type SettingKey } from "#app/store/domain/settings.ts";
import { readSpecialHours, readWeeklyHours } from "#app/store/domain/hours/hours-json.ts";
import { postalPrefixes } from "#app/store/domain/delivery/postal-code.ts";
import { areaWords, readDeliveryAreas } from "#app/store/domain/delivery/delivery-areas.ts";
import { addMinutes, formatTime12, isTimeZone, parseClockTime } from "#app/values/time.ts";
import { paletteOf } from "#app/store/domain/look/palette.ts";
import { ComingDaysPreview } from "./hours/coming-days-preview.tsx";

export type SettingTexts = Readonly<Partial<Record<SettingKey, string>>>;

/** What the entered values would do, before they are saved. Nothing is shown for values that are not understood yet. */
export function EffectPreview({ group, texts, now }: { readonly group: SettingGroup; readonly texts: SettingTexts; readonly now: Date }) {
  const lines = effectLines(group, texts, now);
  const hours = group === "hours" ? hoursOf(texts) : null;
  if (lines.length === 0) return null;
  return (
    <div className="mt-3 rounded border border-hairline bg-canvas p-3">
      <p className="text-xs font-semibold text-ink-2">Preview</p>
      <div role="status">
        {lines.map((line) => (
          <p key={line} className="wrap-anywhere">
            {line}
          </p>
        ))}
      </div>
      {hours === null ? null : <ComingDaysPreview hours={hours} now={now} />}
    </div>
  );
}

/** Sentences about a section, the most telling first; none while its values are not understood. */
export function effectLines(group: SettingGroup, texts: SettingTexts, now: Date): readonly string[] {
  switch (group) {
    case "store":
      return storeEffect(texts);
    case "look":
      return lookEffect(texts);
    case "hours":
      return hoursEffect(texts, now);
    case "delivery":
      return deliveryEffect(texts);
    case "ordering":
      return orderingEffect(texts, now);
    case "tax-and-tip":
      return [...taxEffect(texts), ...tipEffect(texts)];
    case "mail":
      return mailEffect(texts);
    case "payment":
      return pickupEffect(texts);
    case "security":
      return [texts.REQUIRE_TWO_FACTOR === "on" ? "Staff sign in with two steps" : "Two-step sign-in is each person's choice"];
  }
}

function storeEffect(texts: SettingTexts): string[] {
  const place = [texts.STREET_ADDRESS, texts.ADDRESS_REGION, texts.POSTAL_CODE, texts.COUNTRY].filter((part) => (part ?? "").trim() !== "");
  return [[texts.APP_NAME, place.join(", "), texts.TELEPHONE].filter((part) => (part ?? "") !== "").join(" · ")].filter(
    (line) => line !== "",
  );
}

function lookEffect({ ACCENT_COLOR: accent = "" }: SettingTexts): string[] {
  if (!/^#[0-9a-f]{6}$/i.test(accent)) return [];
  const { primary, isAdjusted } = paletteOf(accent);
  return isAdjusted ? [`This accent colour is too light to read. The shop uses ${primary}, a darker shade of it.`] : [];
}

function hoursEffect(texts: SettingTexts, now: Date): string[] {
  const hours = hoursOf(texts);
  if (hours === null) return [];
  const city = hours.timeZone.split("/").at(-1)?.replaceAll("_", " ") ?? hours.timeZone;
  return [`${openSentence(hours, now).sentence} (${city} time).`];
}

function hoursOf(texts: SettingTexts): StoreHours | null {
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
    deliveryPausedUntil: null,
    pauseMessage: "",
  };
}

function taxEffect(texts: SettingTexts): string[] {
  const rate = parsePercentage(texts.TAX_RATE ?? "");
  if (!rate.ok) return [];
  const name = texts.TAX_LABEL || "Tax";
  const isIncluded = texts.PRICES_INCLUDE_TAX === "on";
  const item = (what: string, ppm: number, label: string) => {
    const tax = isIncluded ? includedTax(1000, ppm) : applyRate(1000, ppm);
    return isIncluded
      ? `${what} of $10.00 costs $10.00, which includes ${label} of ${formatUsd(tax)}.`
      : `${what} of $10.00 costs ${formatUsd(1000 + tax)} with ${label} of ${formatUsd(tax)}.`;
  };
  const reduced = reducedRates(texts.REDUCED_TAX_RATES ?? "").flatMap(({ label, percent }) => {
    const ppm = parsePercentage(percent);
    return ppm.ok ? [item(`One taxed as “${label}”`, ppm.value, `${name} (${label})`)] : [];
  });
  return [item("An item", rate.value, name), ...reduced];
}

function tipEffect(texts: SettingTexts): string[] {
  if (texts.ALLOW_TIP !== "on") return ["Customers are not asked for a tip."];
  const amounts = tipPresets(texts.TIP_PRESETS ?? "").flatMap((percent) => {
    const rate = parsePercentage(percent);
    return rate.ok ? [`${percent}% is ${formatUsd(applyRate(2000, rate.value))}`] : [];
  });
  return amounts.length === 0 || texts.TIP_BASE === "posttax" ? [] : [`Tips on $20.00 of items: ${amounts.join(", ")}.`];
}

function deliveryEffect(texts: SettingTexts): string[] {
  if (texts.ENABLE_DELIVERY !== "on") return ["Pickup only: delivery is not offered."];
  const areas = readDeliveryAreas(texts.DELIVERY_AREAS ?? "") ?? [];
  if (areas.length > 0) return areas.map(areaWords);
  const [fee, free, least] = [texts.DELIVERY_FEE, texts.DELIVERY_FREE_ABOVE, texts.DELIVERY_MIN_ORDER].map((text) =>
    parseDollars(text || "0"),
  );
  if (fee?.ok !== true || free?.ok !== true || least?.ok !== true) return [];
  const from = (texts.DELIVERY_FREE_ABOVE ?? "") === "" || fee.value === 0 ? "" : `, free from ${formatUsd(free.value)}`;
  const prefixes = postalPrefixes(texts.DELIVERY_POSTAL_PREFIXES ?? "");
  return [
    fee.value === 0 ? "Delivery costs nothing." : `Delivery costs ${formatUsd(fee.value)}${from}.`,
    prefixes.length === 0 ? "Orders are delivered anywhere." : `Only postal codes that begin with ${prefixes.join(", ")} are delivered to.`,
    ...(least.value > 0 ? [`An order for $${dollarsText(Math.max(least.value - 1, 0))} is not delivered.`] : []),
  ];
}

function orderingEffect(texts: SettingTexts, now: Date): string[] {
  const [pickup, last] = [Number(texts.PREP_MINUTES_PICKUP), Number(texts.LAST_ORDER_MINUTES || "0")];
  const hours = hoursOf(texts);
  const isRight = (minutes: number) => minutes >= 0 && minutes <= MAX_MINUTES_SETTING;
  if (!isRight(pickup) || !isRight(last) || hours === null) return [];
  const state = openState(hours, now);
  const lines = [`Ordered now, pickup would be ready about ${formatTime12(addMinutes(now, pickup), hours.timeZone)}.`];
  if (state.closesAt !== null)
    lines.push(`Orders are taken until ${formatTime12(addMinutes(state.closesAt, -last), hours.timeZone)} today.`);
  return state.isOpen ? lines : ["Closed now; orders go on when the shop opens."];
}

function mailEffect(texts: SettingTexts): string[] {
  const to = (texts.ORDER_EMAIL_RECIPIENT ?? "").trim();
  return [to === "" ? "Nobody is written to about new orders." : `New orders are mailed to ${to}.`];
}

function pickupEffect(texts: SettingTexts): string[] {
  if (texts.ALLOW_PAY_AT_PICKUP !== "on") return ["Every order is paid by card when it is placed."];
  const most = parseDollars(texts.PAY_AT_PICKUP_MAX || "0");
  if (!most.ok) return [];
  return [most.value === 0 ? "Any order may be paid at pickup." : `Orders up to ${formatUsd(most.value)} may be paid at pickup.`];
}
