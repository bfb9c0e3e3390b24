import { z } from "zod";
import { choiceField, numberField, optionalLineField, requiredLineField, switchField } from "#app/values/form-fields.schema.ts";
import { MAX_STATION_LENGTH, MAX_TITLE_LENGTH } from "#app/values/limits.ts";
import { listFilter, listQuery } from "#app/values/list-query.schema.ts";

/** The form of a printer. */
export const printerForm = z.object({
  name: requiredLineField("a name", MAX_TITLE_LENGTH),
  host: requiredLineField("the address in the network", 253)
    .regex(/^[A-Za-z0-9](?:[A-Za-z0-9.:-]*[A-Za-z0-9])?$/, "Enter an address such as 192.168.1.50 or printer.local.")
    .refine(
      (host) => !/^(?:localhost$|127\.|0\.|169\.254\.|::1?$|fe[89ab][0-9a-f]:)/i.test(host),
      "Enter the address of the printer in the network, not of this machine.",
    ),
  port: numberField("the port", 1, 65_535),
  station: optionalLineField("the station", MAX_STATION_LENGTH),
  columns: z.codec(choiceField("Choose the width of the paper.", ["48", "42"]), z.number(), {
    decode: Number,
    encode: (n) => (n === 42 ? "42" : "48"),
  }),
  isOn: switchField,
});

/** Query of the printer list. */
export const printerList = listQuery(["name"], { status: listFilter("on", "off") });
export type PrinterListQuery = z.output<typeof printerList>;
