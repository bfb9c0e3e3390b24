import type { ReactNode } from "react";

/** An empty list or page: one helpful sentence and one next step. */
export function EmptyState({ children, action }: { readonly children: ReactNode; readonly action?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-4 border-y border-hairline px-4 py-12 text-center">
      <p className="max-w-[52ch] text-base text-ink-2">{children}</p>
      {action}
    </div>
  );
}
