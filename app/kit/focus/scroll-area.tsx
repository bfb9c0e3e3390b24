import type { ReactNode } from "react";

interface ScrollAreaProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly className?: string;
}

/** Content that may be wider than a narrow screen, such as a table. It scrolls sideways, also by keyboard. */
export function ScrollArea({ label, children, className = "" }: ScrollAreaProps) {
  return (
    <section
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
      tabIndex={0}
      className={`overflow-x-auto ${className}`}
    >
      {children}
    </section>
  );
}
