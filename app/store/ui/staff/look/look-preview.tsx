import { formatMoney } from "#app/values/money.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { MenuIcon, PlusIcon, SearchIcon, ShoppingBagIcon } from "lucide-react";
import { Link } from "react-router";
import { lookOf } from "#app/store/domain/look/look.ts";
import { CARD_STYLES, DEFAULT_ACCENT, HEADING_FONTS, HERO_STYLES } from "#app/store/domain/look/look-options.ts";
import { mediaUrl } from "#app/media/domain/picture.ts";
import { isOneOf } from "#app/values/narrow.ts";
import type { SettingTexts } from "#app/store/ui/staff/effect-preview.tsx";

const DISHES = [
  ["Sourdough loaf", "Naturally leavened, baked this morning", 850],
  ["Almond croissant", "Twice baked, with flaked almonds", 475],
] as const;

/** The top of the shop with the typed look, on a phone and on a desktop. */
export function LookPreview({ texts }: { readonly texts: SettingTexts }) {
  return (
    <section aria-label="Preview of the look" className="mt-4">
      <div aria-hidden inert className="flex flex-wrap items-start gap-4">
        <div className="max-w-full overflow-hidden rounded border border-hairline">
          <div className="w-[390px] [zoom:0.62]">
            <Shop texts={texts} isPhone />
          </div>
        </div>
        <div className="max-w-full overflow-hidden rounded border border-hairline">
          <div className="w-[1000px] [zoom:0.52]">
            <Shop texts={texts} isPhone={false} />
          </div>
        </div>
      </div>
      <p className="mt-3 text-ink-2">
        Headline, line, button and picture are part of the{" "}
        <Link to="/admin/cms/home" className="font-semibold text-primary underline underline-offset-2">
          home page
        </Link>
        .
      </p>
    </section>
  );
}

function Shop({ texts, isPhone }: { readonly texts: SettingTexts; readonly isPhone: boolean }) {
  const format = useMoneyFormat();
  const look = typedLook(texts);
  const name = (texts.APP_NAME ?? "").trim();
  const logo = texts.LOGO ?? "";
  return (
    <div style={look.style} data-cards={look.cards} data-hero={look.hero} className="bg-canvas pb-6 text-base text-ink">
      <div className="flex h-16 items-center gap-3 border-b border-hairline bg-surface px-5">
        {isPhone ? <MenuIcon className="size-6" /> : null}
        {logo === "" ? (
          <span className="font-display text-xl font-bold tracking-tight">{name}</span>
        ) : (
          <img src={mediaUrl(`${logo}.webp`)} alt="" className="max-h-11 w-auto max-w-48" />
        )}
        {isPhone ? null : <span className="ml-4 font-semibold">Breads</span>}
        {isPhone ? null : <span className="font-semibold">Cakes</span>}
        <SearchIcon className="ml-auto size-6" />
        <ShoppingBagIcon className="size-6" />
      </div>
      <div className={`hero px-5 ${isPhone ? "py-6" : "py-10"}`}>
        <p className={`font-display leading-tight font-bold tracking-tight ${isPhone ? "text-[32px]" : "text-[44px]"}`}>
          Order ahead from {name}
        </p>
        <p className="mt-3 text-lg text-ink-2">Baked this morning, ready when you are.</p>
        <span className="mt-5 inline-flex min-h-13 items-center rounded bg-primary px-6 text-lg font-semibold text-white">
          See the menu
        </span>
      </div>
      <div className="px-5 pt-6">
        <p className="rule pb-2 font-display text-2xl font-bold tracking-tight">Breads</p>
        <ul className={`mt-4 ${isPhone ? "" : "grid grid-cols-2 gap-x-10"}`}>
          {DISHES.map(([dish, words, price]) => (
            <li key={dish} className="group dish">
              <span className="picture-box grid place-items-center self-start rounded bg-primary-tint font-display text-3xl font-bold text-primary">
                {dish[0]}
              </span>
              <div className="flex min-w-0 flex-col">
                <div className="dish-head">
                  <span className="dish-name font-display font-bold tracking-tight">{dish}</span>
                  <span className="leader" />
                  <span className="figures font-semibold">{formatMoney(price, format)}</span>
                </div>
                <p className="dish-words">{words}</p>
                <div className="dish-foot">
                  <span className="tags">
                    <span className="tag-said">New</span>
                  </span>
                  <span className="plus plus-ready">
                    <PlusIcon className="size-5" />
                  </span>
                </div>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** The typed look; an incomplete colour falls back to the default. */
function typedLook({ ACCENT_COLOR: accent = "", HEADING_FONT: font, CARD_STYLE: cards, HERO_STYLE: hero }: SettingTexts) {
  const valueOf = <Value extends string>(options: readonly { readonly value: Value }[], text: string | undefined) => {
    const values = options.map((option) => option.value);
    return isOneOf(values, text) ? text : values[0];
  };
  return lookOf({
    ACCENT_COLOR: /^#[0-9a-f]{6}$/i.test(accent) ? accent.toLowerCase() : DEFAULT_ACCENT,
    HEADING_FONT: valueOf(HEADING_FONTS, font) ?? "bricolage",
    CARD_STYLE: valueOf(CARD_STYLES, cards) ?? "lines",
    HERO_STYLE: valueOf(HERO_STYLES, hero) ?? "plain",
  });
}
