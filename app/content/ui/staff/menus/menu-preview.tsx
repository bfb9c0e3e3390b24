import { ChevronDownIcon, ExternalLinkIcon, MenuIcon, ShoppingBagIcon } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useElementWidth } from "#app/kit/hooks/use-element-width.ts";
import { fitMenu } from "#app/content/domain/menu-fit.ts";
import { itemHref, type FooterColumn, type FooterMenu, type MenuItem, type TopMenu } from "#app/content/domain/menu.ts";

const WIDTHS = [
  { device: "desktop", label: "Desktop" },
  { device: "phone", label: "Phone" },
] as const;
/** In less space, the desktop preview would be squeezed. */
const TOO_NARROW_PX = 400;
type Device = (typeof WIDTHS)[number]["device"];

/** A preview of the menu for customers, on a wide screen and on a phone. Its links do nothing. */
function Preview({ children }: { readonly children: (device: Device) => ReactNode }) {
  const [chosen, setDevice] = useState<Device | null>(null);
  const [pane, room] = useElementWidth<HTMLElement>();
  const device = chosen ?? (room !== null && room < TOO_NARROW_PX ? "phone" : "desktop");
  return (
    <section ref={pane} aria-label="Preview" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-base font-semibold">Preview</h2>
        <div role="group" aria-label="Screen" className="flex overflow-hidden rounded border border-field bg-surface">
          {WIDTHS.map(({ device: each, label }) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === device}
              onClick={() => setDevice(each)}
              className="min-h-11 px-3 font-semibold aria-pressed:bg-primary-tint aria-pressed:text-primary md:min-h-8"
            >
              {label}
            </button>
          ))}
        </div>
      </div>
      <div className={`overflow-x-auto rounded border border-hairline bg-surface ${device === "phone" ? "w-[22rem] max-w-full" : ""}`}>
        {children(device)}
      </div>
    </section>
  );
}

interface TopPreviewProps {
  readonly menu: TopMenu;
  readonly shopName: string;
}

/** @param shopName shown next to it in the top bar */
export function TopPreview(props: TopPreviewProps) {
  return <Preview>{(device) => (device === "phone" ? <PhoneMenu {...props} /> : <DeskMenu {...props} />)}</Preview>;
}

function DeskMenu({ menu, shopName }: TopPreviewProps) {
  const { wide } = fitMenu(shopName, menu);
  return (
    <div className="min-h-40">
      <div className="flex min-h-16 flex-wrap items-center gap-x-1 gap-y-0 border-b border-hairline px-4">
        <span className="mr-4 font-display text-lg font-bold">{shopName}</span>
        {menu.slice(0, wide).map((item) =>
          item.children.length === 0 ? (
            <PreviewItem key={item.id} item={item} className="min-h-11 px-3 font-semibold" />
          ) : (
            <Folded key={item.id} label={item.text}>
              {item.type === "text" ? null : (
                <li>
                  <PreviewItem item={item} className="min-h-9 px-3 font-semibold" />
                </li>
              )}
              <Nested menu={item.children} />
            </Folded>
          ),
        )}
        {wide === menu.length ? null : (
          <Folded label="More">
            <Nested menu={menu.slice(wide)} />
          </Folded>
        )}
        <ShoppingBagIcon aria-hidden className="ml-auto size-5" />
      </div>
    </div>
  );
}

function Folded({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <details name="preview-menu" className="group relative">
      <summary className="flex min-h-11 list-none items-center gap-1 rounded px-3 font-semibold hover:bg-canvas [&::-webkit-details-marker]:hidden">
        {label}
        <ChevronDownIcon aria-hidden className="size-4 group-open:rotate-180" />
      </summary>
      <ul className="min-w-48 rounded border border-hairline bg-surface p-2">{children}</ul>
    </details>
  );
}

function PhoneMenu({ menu, shopName }: TopPreviewProps) {
  return (
    <>
      <div className="flex min-h-14 items-center gap-3 border-b border-hairline px-4">
        <MenuIcon aria-hidden />
        <span className="mr-auto font-display text-lg font-bold">{shopName}</span>
        <ShoppingBagIcon aria-hidden className="size-5" />
      </div>
      <ul className="p-4">
        {menu.map((item) => (
          <li key={item.id} className="border-b border-hairline">
            <PreviewItem item={item} className="min-h-12 font-display text-xl font-semibold" />
            {item.children.length === 0 ? null : (
              <ul className="pb-2">
                <Nested menu={item.children} />
              </ul>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function Nested({ menu }: { readonly menu: TopMenu }) {
  return menu.map((item) => (
    <li key={item.id} className="pl-3">
      <PreviewItem item={item} className="min-h-9" />
      {item.children.length === 0 ? null : (
        <ul>
          <Nested menu={item.children} />
        </ul>
      )}
    </li>
  ));
}

export function FooterPreview({ menu }: { readonly menu: FooterMenu }) {
  return (
    <Preview>
      {(device) => (
        <div
          className={`grid gap-8 border-t-2 border-ink p-6 ${device === "phone" ? "grid-cols-2" : "grid-cols-[repeat(auto-fit,minmax(8rem,1fr))]"}`}
        >
          {menu.length === 0 ? <p className="text-ink-2">Opening hours and address are always shown in the footer.</p> : null}
          {menu.map((column) => (
            <ColumnPreview key={column.id} column={column} />
          ))}
        </div>
      )}
    </Preview>
  );
}

/** A preview of one footer column. */
export function ColumnPreview({ column }: { readonly column: FooterColumn }) {
  return (
    <div className="min-w-0 last:odd:col-span-2">
      {column.title === null ? null : <p className="rule pb-2 font-display text-lg font-semibold wrap-anywhere">{column.title}</p>}
      <ul className="mt-2">
        {column.items.map((item) => (
          <li key={item.id}>
            <PreviewItem item={item} className="min-h-9" />
          </li>
        ))}
      </ul>
    </div>
  );
}

function PreviewItem({ item, className }: { readonly item: MenuItem; readonly className: string }) {
  const target = itemHref(item);
  const isNewTab = target?.kind === "external" && target.newTab;
  return (
    <span className={`inline-flex items-center gap-1 wrap-anywhere ${className} ${target === null ? "text-ink-2" : ""}`}>
      {item.text === "" ? "…" : item.text}
      {isNewTab ? <ExternalLinkIcon aria-label="opens in a new tab" className="size-3.5 shrink-0" /> : null}
    </span>
  );
}
