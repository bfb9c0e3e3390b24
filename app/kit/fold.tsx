import { ChevronDownIcon } from "lucide-react";
import { useState, type ReactNode } from "react";

interface FoldProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
  /** `danger` for a destructive action, `row` for a list row that expands. */
  readonly look?: "link" | "danger" | "title" | "row";
  /** Opens it, for content that must be seen. Only the user closes it: the field that sets it may be inside. */
  readonly open?: boolean;
}

const LOOKS = {
  link: "text-sm font-semibold text-primary",
  danger: "text-sm font-semibold text-beet",
  title: "font-display text-lg font-semibold",
  row: "",
} as const;

/** A native disclosure: it opens without scripts, and the browser's search finds its content. Folds can be nested. */
export function Fold({ title, children, className = "", look = "link", open = false }: FoldProps) {
  const [isOpen, setOpen] = useState(open);
  if (open && !isOpen) setOpen(true);
  return (
    <details open={isOpen} className={className}>
      <summary
        className={`inline-flex min-h-11 list-none items-center gap-1 rounded pr-2 [&::-webkit-details-marker]:hidden [[open]>&>svg]:rotate-0 ${LOOKS[look]}`}
      >
        <ChevronDownIcon aria-hidden className="size-4 shrink-0 -rotate-90 transition-transform" />
        <span className={look === "link" || look === "danger" ? "underline underline-offset-2" : ""}>{title}</span>
      </summary>
      {children}
    </details>
  );
}
