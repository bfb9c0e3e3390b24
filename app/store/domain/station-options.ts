import { kitchenStations, type Settings } from "./settings.ts";

/**
 * The stations a product or category may name, for a select; the first is none. Nothing else is offered in a shop without stations.
 *
 * @param current one that the settings do not know any more stays in the list until another one is chosen
 * @param inherited what holds without one, as the end of a sentence
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
