import type { ReactNode } from "react";

/** Where nothing is yet: one sentence of use, and one way on. */
export function EmptyState({ children, action }: { readonly children: ReactNode; readonly action?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-4 border-y border-hairline px-4 py-12 text-center">
      <p className="max-w-[52ch] text-base text-ink-2">{children}</p>
      {action}
    </div>
  );
}
