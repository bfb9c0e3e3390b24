import type { ReactNode } from "react";

/** One row of a `<dl>` with two columns. `isShort`: cuts the value after four lines. */
export function Fact({
  label,
  isShort = false,
  children,
}: {
  readonly label: string;
  readonly isShort?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <>
      <dt className="text-ink-2">{label}</dt>
      <dd className={`min-w-0 wrap-anywhere ${isShort ? "line-clamp-4" : ""}`}>{children}</dd>
    </>
  );
}
