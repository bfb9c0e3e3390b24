import type { ReactNode } from "react";

/** A section of the checkout. */
export function Section({ id, title, children }: { readonly id: string; readonly title: string; readonly children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="grid scroll-mt-24 gap-4">
      <h2 id={`${id}-title`} className="rule pb-2 text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** A choice as a clickable box; CSS shows the selection without JavaScript. */
export const CHOICE_BOX =
  "choice hover:border-ink has-checked:border-primary has-checked:bg-primary-tint has-checked:shadow-[inset_0_0_0_1px_var(--color-primary)] has-disabled:cursor-not-allowed has-disabled:border-dashed has-disabled:border-field has-disabled:bg-transparent has-disabled:text-ink-2";

interface RadioCardProps {
  readonly name: string;
  readonly value: string;
  readonly isChosen: boolean;
  readonly isOff?: boolean;
  readonly onChoose: () => void;
  readonly title: string;
  /** Describes the choice. */
  readonly text?: string | null;
}

/** A choice as a clickable row: radio, title and text. */
export function RadioCard({ name, value, isChosen, isOff = false, onChoose, title, text }: RadioCardProps) {
  return (
    <label className={`flex min-h-13 items-center gap-3 px-4 py-2 ${CHOICE_BOX}`}>
      <input
        type="radio"
        name={name}
        value={value}
        defaultChecked={isChosen}
        disabled={isOff}
        onChange={onChoose}
        className="size-5 shrink-0 accent-primary focus-visible:outline-none focus-visible:shadow-none"
      />
      <span className="grid grow">
        <span className="font-semibold">{title}</span>
        {text == null ? null : <span className="figures text-sm text-ink-2">{text}</span>}
      </span>
    </label>
  );
}
