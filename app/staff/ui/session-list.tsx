import { Button } from "#app/kit/button.tsx";

/** An open session in the list. */
export interface SessionLine {
  readonly id: string;
  /** "Chrome on Windows" */
  readonly device: string;
  /** Formatted in the shop's time zone. */
  readonly since: string;
  readonly seen: string;
  /** The session of the current request. */
  readonly isThis: boolean;
}

/** Open sessions in a form, each can be ended, or all. Sends an `intent` for `splitIntent`. */
export function SessionList({ sessions, keepsThis }: { readonly sessions: readonly SessionLine[]; readonly keepsThis: boolean }) {
  if (sessions.length === 0) return <p className="text-ink-2">No active sessions.</p>;
  const others = sessions.filter((session) => !session.isThis);
  return (
    <>
      <ul className="divide-y divide-hairline border-y border-hairline">
        {sessions.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center justify-between gap-2 py-2">
            <span>
              <span className="font-semibold">{session.device}</span>
              {session.isThis ? " · this device" : ""}
              <span className="block text-xs text-ink-2">
                since {session.since}, last seen {session.seen}
              </span>
            </span>
            {session.isThis ? null : (
              <Button
                type="submit"
                name="intent"
                value={`sign-out:${session.id}`}
                look="outline"
                size="desk"
                aria-label={`Sign out ${session.device}`}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length === 0 ? null : (
        <p className="mt-3">
          <Button type="submit" name="intent" value="sign-out-all" look="outline" size="desk">
            {keepsThis ? "Sign out everywhere else" : "Sign out everywhere"}
          </Button>
        </p>
      )}
    </>
  );
}
