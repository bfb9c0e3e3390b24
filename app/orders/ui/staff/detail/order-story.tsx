import { Link } from "react-router";
import { Moment } from "#app/orders/ui/staff/order-words.tsx";
import type { StoryEntry } from "./staff-order-detail.ts";

/** The order's history: event, actor and time; emails included. */
export function OrderStory({ story, now }: { readonly story: readonly StoryEntry[]; readonly now: Date }) {
  return (
    <ol className="grid">
      {story.map((entry) => (
        <li key={entry.key} className="grid grid-cols-[auto_1fr] gap-x-3 border-b border-hairline py-2 last:border-b-0">
          <span aria-hidden className={`mt-1.5 size-2 rounded-full ${lookOf(entry).dot}`} />
          <div className="min-w-0">
            <p className={`flex items-baseline justify-between gap-x-3 ${entry.mailId === null ? "flex-wrap" : ""}`}>
              <span className={lookOf(entry).text}>
                {entry.mailId === null ? (
                  entry.what
                ) : (
                  <>
                    Mail{" "}
                    <Link to={`/admin/orders/outbox/${entry.mailId}`} className="py-3 text-primary underline underline-offset-2 lg:py-0">
                      {entry.what}
                    </Link>
                  </>
                )}
              </span>
              <span className="text-ink-2">
                {entry.mailId === null ? `${entry.who} · ` : ""}
                <Moment at={entry.at} now={now} />
              </span>
            </p>
            {entry.text === "" ? null : <p className="wrap-anywhere whitespace-pre-line text-ink-2">{entry.text}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}

function lookOf({ isProblem, mailId }: StoryEntry): { readonly dot: string; readonly text: string } {
  if (isProblem) return { dot: "bg-beet", text: "font-semibold text-beet" };
  return mailId === null ? { dot: "bg-ink", text: "font-semibold" } : { dot: "bg-hairline", text: "" };
}
