import type { Logo } from "#app/store/domain/look/look.ts";

/** The shop's logo, or its name as text. */
export function Brand({ appName, logo }: { readonly appName: string; readonly logo: Logo | null }) {
  if (logo === null) return <span className="line-clamp-2 leading-[1.15] wrap-anywhere">{appName}</span>;
  return <img src={logo.src} alt={appName} width={logo.width} height={logo.height} className="h-auto max-h-11 w-auto max-w-full" />;
}
