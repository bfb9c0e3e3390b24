import { LogOutIcon } from "lucide-react";

/** Signs out with a plain form. */
export function LogOutButton({ className = "" }: { readonly className?: string }) {
  return (
    <form method="post" action="/admin/api/logout">
      <button
        type="submit"
        className={`inline-flex min-h-11 items-center gap-1.5 rounded px-2 text-sm font-semibold hover:bg-canvas ${className}`}
      >
        <LogOutIcon aria-hidden className="size-5" />
        <span className="max-sm:sr-only">Log out</span>
      </button>
    </form>
  );
}
