import type { ComponentProps, MouseEvent } from "react";
import { Link, type LinkProps } from "react-router";

const BASE =
  "inline-flex items-center justify-center gap-2 rounded font-semibold no-underline transition-colors aria-disabled:opacity-60 aria-disabled:cursor-not-allowed";

const LOOKS = {
  filled: "bg-primary text-white hover:bg-primary-hover",
  outline: "border border-field bg-surface text-ink hover:border-ink hover:bg-canvas",
  plain: "text-primary underline underline-offset-2 hover:text-primary-hover",
  quiet: "text-ink-2 hover:bg-canvas hover:text-ink aria-disabled:hover:bg-transparent",
  danger: "bg-beet text-white hover:bg-[#8f1830]",
  "danger-outline": "border border-beet bg-surface text-beet hover:bg-beet-tint",
} as const;

const SIZES = {
  touch: "min-h-11 px-5 text-center text-base",
  large: "min-h-13 px-6 text-center text-lg",
  desk: "min-h-8 px-3 whitespace-nowrap text-sm max-sm:min-h-11",
  icon: "size-11",
  "desk-icon": "size-8 max-sm:size-11",
} as const;

export interface ButtonLook {
  readonly look?: keyof typeof LOOKS | undefined;
  readonly size?: keyof typeof SIZES | undefined;
}

/**
 * One filled button per view; the others are outlined or plain. `touch` is 44 px high, for thumbs. `desk` is 32 px high with a mouse, and
 * 44 px on a phone.
 */
export function buttonClass({
  look = "filled",
  size = "touch",
  className = "",
}: ButtonLook & { readonly className?: string | undefined }): string {
  return `${BASE} ${LOOKS[look]} ${SIZES[size]} ${className}`.trimEnd();
}

/** `disabled` blocks clicks but keeps the focus: a button is mostly disabled by its own click. */
export function Button({ look, size, className, type = "button", disabled, ...props }: ComponentProps<"button"> & ButtonLook) {
  const off = disabled === true ? { "aria-disabled": true, onClick: preventClick } : undefined;
  return <button type={type} className={buttonClass({ look, size, className })} {...props} {...off} />;
}

/** Enter in a text field also clicks the form's submit button. */
export function preventClick(event: MouseEvent<HTMLElement>): void {
  event.preventDefault();
  event.stopPropagation();
}

export function ButtonLink({ look, size, className, ...props }: LinkProps & ButtonLook) {
  return <Link className={buttonClass({ look, size, className: typeof className === "string" ? className : undefined })} {...props} />;
}
