import { kitchenStations, type Settings } from "./settings.ts";

/**
 * The stations for a product or category, as select options; the first is none. A shop without stations only has that one.
 *
 * @param current stays in the list until another one is chosen, even if the settings no longer contain it
 * @param inherited the station that applies without one, as the end of a sentence
 */
export function stationOptions(
  { KITCHEN_STATIONS }: Settings,
  current: string | null | undefined,
  inherited: string,
): readonly { readonly value: string; readonly label: string }[] {
  const known = kitchenStations(KITCHEN_STATIONS);
  const gone = current == null || current === "" || known.includes(current) ? [] : [current];
  return [
    { value: "", label: `None of its own: ${inherited}` },
    ...known.map((name) => ({ value: name, label: name })),
    ...gone.map((name) => ({ value: name, label: `${name}: not in the settings any more` })),
  ];
}
