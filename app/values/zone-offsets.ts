/** A zone's UTC offsets over a period, all in milliseconds. */
export interface ZoneOffsets {
  readonly zone: string;
  /** Ordered; each is valid until the next one, the last until `until`. */
  readonly changes: readonly (readonly [from: number, offset: number])[];
  readonly until: number;
}

const knownOffsets = new Map<string, ZoneOffsets>();

/** Avoids the browser's time zone formatter, which takes a phone a tenth of a second to create, within the given offsets. */
export function rememberZoneOffsets(offsets: ZoneOffsets): void {
  knownOffsets.set(offsets.zone, offsets);
}

/** The given offset of a zone at an instant, in milliseconds; undefined = unknown. */
export function toldOffset(time: number, zone: string): number | undefined {
  const offsets = knownOffsets.get(zone);
  return offsets === undefined || time >= offsets.until ? undefined : offsets.changes.findLast(([from]) => from <= time)?.[1];
}
