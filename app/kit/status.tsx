const DOTS = { on: "bg-leaf", off: "bg-field", wait: "bg-harbour", late: "bg-saffron", bad: "bg-beet" } as const;

export type StatusTone = keyof typeof DOTS;

/** A state as a word with a coloured dot; the word alone is sufficient. */
export function Status({ tone, children }: { readonly tone: StatusTone; readonly children: string }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden className={`size-2 shrink-0 rounded-full ${DOTS[tone]}`} />
      {children}
    </span>
  );
}
