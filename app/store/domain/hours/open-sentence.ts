import { formatReopening, openState, type StoreHours } from "./opening-hours.ts";

export interface OpenSentence {
  readonly isOpen: boolean;
  /** "Open now; closes 9:00 PM", "Closed; opens 11:00 AM tomorrow", "Paused; goes on 6:30 PM". */
  readonly sentence: string;
}

/** The store's state and its next change in a few words, for staff. */
export function openSentence(hours: StoreHours, now: Date): OpenSentence {
  const state = openState(hours, now);
  const at = (instant: Date) => formatReopening(instant, now, hours);
  if (state.isOpen) return { isOpen: true, sentence: state.closesAt === null ? "Open now" : `Open now; closes ${at(state.closesAt)}` };
  const [word, next] = state.reason === "paused" ? ["Paused", "goes on"] : ["Closed", "opens"];
  return { isOpen: false, sentence: state.opensAt === null ? word : `${word}; ${next} ${at(state.opensAt)}` };
}
