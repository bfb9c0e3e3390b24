import { REJECT_UNDO_SECONDS } from "#app/values/limits.ts";
import { useUndoSeconds } from "./use-undo-seconds.ts";

/** This device's setting for how long a rejection can be undone. */
export function UndoTime() {
  const [seconds, setSeconds] = useUndoSeconds();
  return (
    <label className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <span className="min-w-0 grow basis-60">
        <strong className="block">Time to undo a rejection</strong>
        <span className="text-ink-2">For as long as you need to read and press Undo.</span>
      </span>
      <select
        value={seconds}
        onChange={(event) => setSeconds(Number(event.target.value))}
        className="control figures min-h-11 noscript:hidden"
      >
        {REJECT_UNDO_SECONDS.map((choice) => (
          <option key={choice} value={choice}>
            {choice} seconds
          </option>
        ))}
      </select>
    </label>
  );
}
