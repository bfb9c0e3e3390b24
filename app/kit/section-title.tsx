import type { ReactNode } from "react";

/** The title of a section over its ink rule; `children` are aligned to the far end of the line. */
export function SectionTitle({ id, title, children }: { id: string; title: string; children?: ReactNode }) {
  return (
    <div className="rule flex flex-wrap items-baseline justify-between gap-x-4 pb-2">
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      {children}
    </div>
  );
}
