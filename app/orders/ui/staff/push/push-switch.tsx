import { useEffect, useState } from "react";
import { Button } from "#app/kit/button.tsx";
import { switchPushOff, switchPushOn, readPush, type PushState } from "./push-device.ts";

const SAID: Readonly<Partial<Record<PushState, string>>> = {
  on: "This device is notified of new orders, also with the page closed.",
  off: "This device is no longer notified.",
};
const SWITCH_WORDS = { on: "Turn off", off: "Turn on" } as const;
const FAILED = "That did not work. Check the connection and try again.";

/** The push switch of this device. Hidden without browser support. */
export function PushSwitch() {
  const [state, setState] = useState<PushState | "unknown">("unknown");
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState("");
  useEffect(() => {
    const look = async () => setState(await readPush());
    void look();
  }, []);
  const press = async () => {
    setBusy(true);
    try {
      const next = state === "on" ? await switchPushOff() : await switchPushOn();
      setState(next);
      setMessage(SAID[next] ?? "");
    } catch (error) {
      // On failure the switch keeps its state.
      setMessage(error instanceof Error && error.name === "RefusedError" ? error.message : FAILED);
    } finally {
      setBusy(false);
    }
  };
  if (state === "unknown") return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 grow basis-60">
        <strong className="block">Alerts with the page closed</strong>
        <span className="text-ink-2">{WORDS[state]}</span>
      </p>
      {state === "on" || state === "off" ? (
        <Button look="outline" role="switch" aria-checked={state === "on"} disabled={isBusy} onClick={() => void press()}>
          {isBusy ? "One moment…" : SWITCH_WORDS[state]}
        </Button>
      ) : null}
      <p role="status" className={message === "" ? "sr-only" : "basis-full font-semibold"}>
        {message}
      </p>
    </div>
  );
}

const WORDS: Readonly<Record<PushState, string>> = {
  on: "On: this device shows new orders even when no page of the shop is open.",
  off: "Off: this device shows new orders only while a page of the staff area is open.",
  unasked: "Switched on here, but the shop does not answer: whether it tells this device is not known. Reload when the connection is back.",
  blocked: "This browser blocks notifications for this site. Allow them in its settings, then reload.",
  unsupported: "This browser cannot show them. On an iPhone or iPad, add the staff area to the home screen first.",
};
