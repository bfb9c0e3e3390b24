import * as texts from "#texts/checkout/page.ts";
import { ChevronDownIcon, PhoneIcon } from "lucide-react";
import { Link } from "react-router";
import type { Logo } from "#app/store/domain/look/look.ts";
import { Brand } from "#app/store/ui/shop/brand.tsx";

interface CheckoutHeaderProps {
  readonly appName: string;
  readonly logo: Logo | null;
  /** "" = staff have not entered one. */
  readonly telephone: string;
}

/** The checkout's reduced header: home, back to cart, phone. No menu or search. */
export function CheckoutHeader({ appName, logo, telephone }: CheckoutHeaderProps) {
  return (
    <header className="fixed inset-x-0 top-0 z-40 border-b border-hairline bg-surface print:hidden">
      <div className="mx-auto flex h-16 max-w-[1200px] items-center gap-x-2 px-4 sm:gap-x-6">
        <Link
          to="/"
          className="mr-auto flex min-h-11 min-w-0 items-center font-display text-[min(var(--text-xl),6.5vw)] font-bold tracking-tight"
        >
          <Brand appName={appName} logo={logo} />
        </Link>
        <Link
          to="/cart"
          className="inline-flex min-h-11 min-w-0 items-center gap-1.5 rounded px-2 text-[min(1em,5.5vw)] leading-tight font-semibold text-primary underline underline-offset-2"
        >
          <ChevronDownIcon aria-hidden className="size-4 rotate-90 max-[359px]:hidden" />
          {texts.backToCart}
        </Link>
        {telephone === "" ? null : (
          <a
            href={`tel:${telephone.replace(/[^+\d]/g, "")}`}
            aria-label={texts.call(telephone)}
            className="figures inline-flex min-h-11 min-w-[44px] shrink-0 items-center justify-center gap-2 rounded font-semibold"
          >
            <PhoneIcon aria-hidden className="size-5" />
            <span className="sr-only sm:not-sr-only">{telephone}</span>
          </a>
        )}
      </div>
    </header>
  );
}
