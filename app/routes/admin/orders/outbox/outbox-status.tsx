import type { MailView } from "./outbox-format.server.ts";

const DOTS = { queued: "bg-harbour", sent: "bg-leaf", failed: "bg-beet" } as const;

/** The status with its dot, and the last error below it, if any. */
export function MailStatusText({ mail }: { mail: Pick<MailView, "status" | "statusText" | "lastError"> }) {
  return (
    <>
      <span className="inline-flex items-center gap-2 whitespace-nowrap">
        <span aria-hidden="true" className={`size-2 rounded-full ${DOTS[mail.status]}`} />
        {mail.statusText}
      </span>
      {mail.lastError === null ? null : <span className="block max-w-[44ch] text-xs wrap-anywhere text-ink-2">{mail.lastError}</span>}
    </>
  );
}
