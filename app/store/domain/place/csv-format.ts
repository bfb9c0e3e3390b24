import type { CsvFormat } from "#app/values/csv.ts";

/** The values of CSV_FORMAT. */
export type CsvChoice = "locale" | "comma" | "semicolon" | "semicolon-point";

export const CSV_CHOICES: readonly { readonly value: CsvChoice; readonly label: string }[] = [
  { value: "locale", label: "As the regional format" },
  { value: "comma", label: "Commas, 12.50" },
  { value: "semicolon", label: "Semicolons, 12,50" },
  { value: "semicolon-point", label: "Semicolons, 12.50" },
];

const FORMATS: Readonly<Record<Exclude<CsvChoice, "locale">, CsvFormat>> = {
  comma: { separator: ",", decimal: "." },
  semicolon: { separator: ";", decimal: "," },
  "semicolon-point": { separator: ";", decimal: "." },
};

/** The shop's CSV format: that of spreadsheets in its region, unless staff chose another. */
export function csvFormat({ CSV_FORMAT: choice, LOCALE }: { readonly CSV_FORMAT: CsvChoice; readonly LOCALE: string }): CsvFormat {
  return FORMATS[choice === "locale" ? choiceOf(LOCALE) : choice];
}

/** Switzerland and Liechtenstein use semicolons and a decimal point for amounts, even where other numbers have a comma. */
const WITH_POINT: ReadonlySet<string | undefined> = new Set(["CH", "LI"]);

function choiceOf(locale: string): keyof typeof FORMATS {
  if (WITH_POINT.has(new Intl.Locale(locale).maximize().region)) return "semicolon-point";
  return new Intl.NumberFormat(locale).format(1.5).includes(",") ? "semicolon" : "comma";
}
