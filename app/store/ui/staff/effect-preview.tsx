import { storeAddressLine } from "#app/store/domain/delivery/store-address.ts";
import { useShopClock } from "#app/kit/hooks/use-shop-clock.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { MAX_MINUTES_SETTING } from "#app/values/limits.ts";
import { applyRate, formatMoney, includedTax, type MoneyFormat } from "#app/values/money.ts";
import { parseMoney } from "#app/values/money/money-input.ts";
import { parsePercentage } from "#app/values/money/percentage-input.ts";
import { openSentence } from "#app/store/domain/hours/open-sentence.ts";
import { openState, type StoreHours } from "#app/store/domain/hours/opening-hours.ts";
import type { SettingGroup } from "#app/store/domain/setting-definition.ts";
import { SETTINGS, tipPresets, type SettingKey } from "#app/store/domain/settings.ts";
import { otherTaxRates, rateListProblem, taxComponents, type TaxComponentText } from "#app/store/domain/tax-rates.ts";
import { readSpecialHours, readWeeklyHours } from "#app/store/domain/hours/hours-json.ts";
import { postalPrefixes } from "#app/store/domain/delivery/postal-prefixes.ts";
import { areaWords, readDeliveryAreas } from "#app/store/domain/delivery/delivery-areas.ts";
import { formatTime, type RegionFormat } from "#app/values/clock/shop-clock.ts";
import { addMinutes, isTimeZone, parseClockTime } from "#app/values/time.ts";
import { paletteOf } from "#app/store/domain/look/palette.ts";
import { ComingDaysPreview } from "./hours/coming-days-preview.tsx";

export type SettingTexts = Readonly<Partial<Record<SettingKey, string>>>;

/** The effect of the entered values before they are saved. Hidden while values are invalid. */
export function EffectPreview({ group, texts, now }: { readonly group: SettingGroup; readonly texts: SettingTexts; readonly now: Date }) {
  const { region } = useShopClock();
  const format = useMoneyFormat();
  const lines = effectLines(group, texts, now, format, region);
  const hours = group === "hours" ? hoursOf(texts, region) : null;
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

/** Sentences about a section, the most important first; empty while its values are invalid. */
export function effectLines(
  group: SettingGroup,
  texts: SettingTexts,
  now: Date,
  format: MoneyFormat,
  region: RegionFormat,
): readonly string[] {
  switch (group) {
    case "store":
      return storeEffect(texts);
    case "look":
      return lookEffect(texts);
    case "hours":
      return hoursEffect(texts, now, region);
    case "delivery":
      return deliveryEffect(texts, format);
    case "ordering":
      return orderingEffect(texts, now, region);
    case "tax-and-tip":
      return [...taxEffect(texts, format), ...tipEffect(texts, format)];
    case "mail":
      return mailEffect(texts);
    case "payment":
      return inPersonEffect(texts, format);
    case "bookkeeping":
      return [`The journal books cash in ${texts.JOURNAL_CASH || SETTINGS.JOURNAL_CASH.default}.`];
    case "security":
      return [
        texts.REQUIRE_TWO_FACTOR === "on" ? "Staff need two-factor authentication." : "Two-factor authentication is optional.",
        Number(texts.ERASE_CUSTOMERS_MONTHS) > 0
          ? `Each night the shop erases customers whose last order was more than ${texts.ERASE_CUSTOMERS_MONTHS} months ago.`
          : "Customers are kept until staff erase them.",
      ];
  }
}

function storeEffect(texts: SettingTexts): string[] {
  const { STREET_ADDRESS = "", ADDRESS_CITY = "", ADDRESS_REGION = "", POSTAL_CODE = "", COUNTRY = "" } = texts;
  const place = storeAddressLine({ STREET_ADDRESS, ADDRESS_CITY, ADDRESS_REGION, POSTAL_CODE, COUNTRY });
  return [[texts.APP_NAME, place, texts.TELEPHONE].filter((part) => (part ?? "") !== "").join(" · ")].filter((line) => line !== "");
}

function lookEffect({ ACCENT_COLOR: accent = "" }: SettingTexts): string[] {
  if (!/^#[0-9a-f]{6}$/i.test(accent)) return [];
  const { primary, isAdjusted } = paletteOf(accent);
  return isAdjusted ? [`This accent colour is too light to read. The shop uses ${primary}, a darker shade of it.`] : [];
}

function hoursEffect(texts: SettingTexts, now: Date, region: RegionFormat): string[] {
  const hours = hoursOf(texts, region);
  if (hours === null) return [];
  const city = hours.timeZone.split("/").at(-1)?.replaceAll("_", " ") ?? hours.timeZone;
  return [`${openSentence(hours, now).sentence} (${city} time).`];
}

function hoursOf(texts: SettingTexts, region: RegionFormat): StoreHours | null {
  const zone = texts.STORE_TIMEZONE ?? "";
  const [open, close, delivery] = [texts.STORE_OPEN_TIME ?? "", texts.STORE_CLOSING_TIME ?? "", texts.DELIVERY_CLOSING_TIME ?? ""];
  const isTime = (text: string) => text === "" || parseClockTime(text) !== null;
  if (!isTimeZone(zone) || ![open, close, delivery].every(isTime) || (open !== "" && open === close)) return null;
  const weekly = readWeeklyHours(texts.OPENING_HOURS ?? "");
  const special = readSpecialHours(texts.SPECIAL_HOURS ?? "");
  if (weekly === undefined || special === undefined) return null;
  return {
    region,
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

function taxEffect(texts: SettingTexts, format: MoneyFormat): string[] {
  const rate = parsePercentage(texts.TAX_RATE ?? "");
  if (!rate.ok) return [];
  const apart = taxComponents(texts.TAX_COMPONENTS ?? "");
  const name = apart.length > 0 ? namesOf(apart) : texts.TAX_LABEL || "Tax";
  const isIncluded = texts.PRICES_INCLUDE_TAX === "on";
  const ten = formatMoney(1000, format);
  const item = (what: string, ppm: number, label: string) => {
    const tax = isIncluded ? includedTax(1000, ppm) : applyRate(1000, ppm);
    return isIncluded
      ? `${what} of ${ten} costs ${ten}, which includes ${label} of ${formatMoney(tax, format)}.`
      : `${what} of ${ten} costs ${formatMoney(1000 + tax, format)} with ${label} of ${formatMoney(tax, format)}.`;
  };
  const others = texts.REDUCED_TAX_RATES ?? "";
  const reduced = (rateListProblem(others) === null ? otherTaxRates(others) : []).flatMap(({ label, percent, components }) => {
    const ppm = parsePercentage(percent);
    const named = components.length > 0 ? namesOf(components) : `${texts.TAX_LABEL || "Tax"} (${label})`;
    return ppm.ok ? [item(`One taxed as “${label}”`, ppm.value, named)] : [];
  });
  return [item("An item", rate.value, name), ...reduced];
}

/** "GST and PST" */
function namesOf(components: readonly TaxComponentText[]): string {
  return components.map(({ label }) => label).join(" and ");
}

function tipEffect(texts: SettingTexts, format: MoneyFormat): string[] {
  if (texts.ALLOW_TIP !== "on") return ["Customers are not asked for a tip."];
  const amounts = tipPresets(texts.TIP_PRESETS ?? "").flatMap((percent) => {
    const rate = parsePercentage(percent);
    return rate.ok ? [`${percent}% is ${formatMoney(applyRate(2000, rate.value), format)}`] : [];
  });
  return amounts.length === 0 || texts.TIP_BASE === "posttax"
    ? []
    : [`Tips on ${formatMoney(2000, format)} of items: ${amounts.join(", ")}.`];
}

function deliveryEffect(texts: SettingTexts, format: MoneyFormat): string[] {
  if (texts.ENABLE_DELIVERY !== "on") return ["Pickup only: delivery is not offered."];
  const areas = readDeliveryAreas(texts.DELIVERY_AREAS ?? "") ?? [];
  if (areas.length > 0) return areas.map((area) => areaWords(area, format));
  const [fee, free, least] = [texts.DELIVERY_FEE, texts.DELIVERY_FREE_ABOVE, texts.DELIVERY_MIN_ORDER].map((text) =>
    parseMoney(text || "0", format),
  );
  if (fee?.ok !== true || free?.ok !== true || least?.ok !== true) return [];
  const from = (texts.DELIVERY_FREE_ABOVE ?? "") === "" || fee.value === 0 ? "" : `, free from ${formatMoney(free.value, format)}`;
  const prefixes = postalPrefixes(texts.DELIVERY_POSTAL_PREFIXES ?? "");
  return [
    fee.value === 0 ? "Delivery costs nothing." : `Delivery costs ${formatMoney(fee.value, format)}${from}.`,
    prefixes.length === 0 ? "Orders are delivered anywhere." : `Only postal codes that begin with ${prefixes.join(", ")} are delivered to.`,
    ...(least.value > 0 ? [`An order for ${formatMoney(Math.max(least.value - 1, 0), format)} is not delivered.`] : []),
  ];
}

function orderingEffect(texts: SettingTexts, now: Date, region: RegionFormat): string[] {
  const [pickup, last] = [Number(texts.PREP_MINUTES_PICKUP), Number(texts.LAST_ORDER_MINUTES || "0")];
  const hours = hoursOf(texts, region);
  const isRight = (minutes: number) => minutes >= 0 && minutes <= MAX_MINUTES_SETTING;
  if (!isRight(pickup) || !isRight(last) || hours === null) return [];
  const state = openState(hours, now);
  const lines = [`Ordered now, pickup would be ready about ${formatTime(addMinutes(now, pickup), hours)}.`];
  if (state.closesAt !== null) lines.push(`Orders are taken until ${formatTime(addMinutes(state.closesAt, -last), hours)} today.`);
  return state.isOpen ? lines : ["Closed now; orders go on when the shop opens."];
}

function mailEffect(texts: SettingTexts): string[] {
  const to = (texts.ORDER_EMAIL_RECIPIENT ?? "").trim();
  return [to === "" ? "New orders send no email to staff." : `New orders are emailed to ${to}.`];
}

function inPersonEffect(texts: SettingTexts, format: MoneyFormat): string[] {
  const effect = (isOn: boolean, maximum: string | undefined, where: string): string[] => {
    const most = parseMoney(maximum || "0", format);
    if (!isOn || !most.ok) return [];
    return [most.value === 0 ? `Any order may be paid ${where}.` : `Orders up to ${formatMoney(most.value, format)} may be paid ${where}.`];
  };
  const isOffered = { pickup: texts.ALLOW_PAY_AT_PICKUP === "on", delivery: texts.ALLOW_PAY_ON_DELIVERY === "on" };
  if (!isOffered.pickup && !isOffered.delivery) return ["Every order is paid by card when it is placed."];
  return [
    ...effect(isOffered.pickup, texts.PAY_AT_PICKUP_MAX, "at pickup"),
    ...effect(isOffered.delivery, texts.PAY_ON_DELIVERY_MAX, "on delivery"),
  ];
}
