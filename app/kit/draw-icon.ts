import { createElement, type SVGProps } from "react";

/** A drawing of lucide-react, as its files hold it. */
interface IconData {
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
}

/**
 * Stands in for the library's own function of this place (vite.config.ts): the same drawings and the props that are used here, at a tenth of its
 * code and a third of its time. The pen and the size (24 px) are the sheet's (frame/parts.css). Without a name for assistive programs an icon is
 * decoration.
 */
export default function drawIcon({ node }: IconData) {
  const parts = node.map(([tag, attributes]) => createElement(tag, attributes));
  return ({ className, ...props }: SVGProps<SVGSVGElement>) =>
    createElement(
      "svg",
      {
        viewBox: "0 0 24 24",
        className: className === undefined ? "icon" : `icon ${className}`,
        "aria-hidden": props["aria-label"] === undefined && props.role === undefined ? true : undefined,
        ...props,
      },
      parts,
    );
}
