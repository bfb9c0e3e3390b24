import { useLocation } from "react-router";
import { canOpen } from "#app/staff/domain/permissions.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { editTargetOf } from "./edit-path.ts";

const LINK = "inline-flex min-h-11 items-center font-semibold underline underline-offset-2 md:min-h-9";

/** The bar that signed-in staff see on the shop's pages, with links to edit the page and to the staff area. */
export default function StaffBar({ user }: { readonly user: StaffUser }) {
  const target = editTargetOf(useLocation().pathname);
  return (
    <nav aria-label="Staff" className="bg-harbour-tint text-sm text-ink print:hidden">
      <div className="mx-auto flex max-w-[1200px] flex-wrap items-center gap-x-5 px-4">
        <span className="max-sm:hidden">Signed in as {user.name}</span>
        {/* The staff area has its own style sheet, so these load a new document. */}
        {target === null || !canOpen(target.path, user) ? null : (
          <a href={target.path} className={`${LINK} ml-auto`}>
            {target.label}
          </a>
        )}
        <a href="/admin" className={`${LINK} ${target === null ? "ml-auto" : ""}`}>
          Staff area
        </a>
      </div>
    </nav>
  );
}
