import { Combobox } from "@base-ui/react/combobox";
import { CheckIcon, ChevronDownIcon } from "lucide-react";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import { CONTROL_CLASS, type ControlProps } from "./control.ts";
import { useLabelWords } from "./use-label-words.ts";

interface TimeZoneControlProps extends ControlProps {
  readonly zones: readonly string[];
}

/** IANA zones, searchable by a part of the name. Without scripts a plain list. */
export function TimeZoneControl({ id, name, value, onChange, zones, ...aria }: TimeZoneControlProps) {
  const isClient = useIsClient();
  const label = useLabelWords();
  if (!isClient) {
    return (
      <select id={id} name={name} defaultValue={value} className={CONTROL_CLASS} {...aria}>
        {zones.map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </select>
    );
  }
  return (
    <>
      <input type="hidden" name={name} value={value} />
      <Combobox.Root
        items={zones}
        value={value}
        onValueChange={(zone: string | null) => onChange(zone ?? value)}
        filter={(zone: string, query: string) => matches(zone, query)}
      >
        <div className="relative">
          <Combobox.Input id={id} className={`${CONTROL_CLASS} pr-9`} {...label} {...aria} />
          <Combobox.Trigger aria-label="Show all time zones" className="absolute top-0 right-0 grid h-full w-9 place-items-center">
            <ChevronDownIcon aria-hidden className="size-4" />
          </Combobox.Trigger>
        </div>
        <Combobox.Portal>
          <Combobox.Positioner sideOffset={4} className="z-50">
            <Combobox.Popup className="w-(--anchor-width) rounded border border-hairline bg-surface text-sm text-ink shadow-float">
              <Combobox.Empty className="empty:hidden">
                <p className="p-3 text-ink-2">No zone fits. Try a large city nearby.</p>
              </Combobox.Empty>
              <Combobox.List className="max-h-72 overflow-y-auto py-1">
                {(zone: string) => (
                  <Combobox.Item
                    key={zone}
                    value={zone}
                    className="grid min-h-9 max-sm:min-h-11 cursor-pointer grid-cols-[1.5rem_1fr] items-center px-2 data-highlighted:marked"
                  >
                    <Combobox.ItemIndicator className="col-start-1">
                      <CheckIcon aria-hidden className="size-4" />
                    </Combobox.ItemIndicator>
                    <span className="col-start-2">{zone.replaceAll("_", " ")}</span>
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
    </>
  );
}

/** "new york" finds America/New_York. */
function matches(zone: string, query: string): boolean {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/[_/\s]+/g, " ")
      .trim();
  return plain(zone).includes(plain(query));
}
