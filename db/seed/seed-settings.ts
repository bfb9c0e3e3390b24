import type { SettingChanges } from "#app/store/data/site-settings.server.ts";

/** The demo's settings; others keep their defaults. No hours, so that the demo is always open. */
export const SEED_SETTINGS: SettingChanges = {
  APP_NAME: "Copper Bell",
  STREET_ADDRESS: "41 Millrace Lane, Toronto",
  ADDRESS_REGION: "Ontario",
  COUNTRY: "Canada",
  POSTAL_CODE: "M5A 2K7",
  TELEPHONE: "(416) 555-0142",
  STORE_TIMEZONE: "America/Toronto",
  ENABLE_DELIVERY: true,
  DELIVERY_CITY_PREFILL: "Toronto",
  DELIVERY_PROVINCE_PREFILL: "Ontario",
  DELIVERY_COUNTRY_PREFILL: "Canada",
  DELIVERY_FEE: 450,
  DELIVERY_MIN_ORDER: 1500,
  DELIVERY_DESCRIPTION:
    '<p>Our own riders bring your order by bicycle, in about forty-five minutes. <strong>$4.50</strong>, and nothing for orders from $50. <a href="/delivery">How it works</a></p>',
  ALLOW_SCHEDULING: true,
  ALLOW_TIP: true,
  TAX_RATE: 13,
  TAX_LABEL: "HST",
  ORDER_EMAIL_RECIPIENT: "kitchen@copperbell.example",
  ORDER_EMAIL_SENDER: "orders@copperbell.example",
};
