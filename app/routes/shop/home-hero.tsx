import * as texts from "#texts/home/page.ts";
import { CategoryMosaic } from "#app/catalogue/ui/category-mosaic.tsx";
import { SearchForm } from "#app/catalogue/ui/search-form.tsx";
import type { CategoryTile } from "#app/catalogue/domain/shown.ts";
import type { HomeView } from "#app/content/domain/home-view.ts";
import { HomeButton, HomePicture } from "#app/content/ui/home-blocks.tsx";
import type { StoreTicketFacts } from "#app/store/domain/store-ticket.ts";
import { StoreTicket } from "#app/store/ui/shop/store-ticket.tsx";

interface HomeHeroProps {
  readonly siteName: string;
  readonly view: HomeView | null;
  readonly facts: StoreTicketFacts;
  /** Categories as pictures; none if the home page has its own picture. */
  readonly mosaic: readonly CategoryTile[];
}

/** The top of the home page: text, picture, and the shop's details. */
export function HomeHero({ siteName, view, facts, mosaic }: HomeHeroProps) {
  const { title = texts.orderAhead(siteName), summary = "", button = null, picture = null } = view ?? {};
  const hasMosaic = mosaic.length > 0;
  return (
    <div className="hero">
      <div className="mx-auto grid max-w-[1200px] gap-x-16 gap-y-5 px-4 pt-5 pb-5 sm:gap-y-8 sm:pt-12 sm:pb-10 lg:grid-cols-[minmax(0,1fr)_440px] lg:items-center">
        <div>
          <h1 className="text-3xl sm:text-4xl">{title}</h1>
          {summary === "" ? null : <p className="mt-4 max-w-[52ch] text-lg text-ink-2">{summary}</p>}
          {button === null ? null : <HomeButton button={button} />}
          {/* On a desktop the top bar has the search. */}
          <SearchForm className="mt-4 flex max-w-[480px] sm:mt-6 lg:hidden" />
          {hasMosaic ? (
            <div className="mt-5 sm:mt-8">
              <StoreTicket facts={facts} place="below" />
            </div>
          ) : null}
        </div>
        {picture === null ? null : <HomePicture picture={picture} />}
        {hasMosaic ? <CategoryMosaic categories={mosaic} /> : null}
        {hasMosaic ? null : (
          <div className={picture === null ? "" : "lg:col-span-2"}>
            <StoreTicket facts={facts} place={picture === null ? "beside" : "across"} />
          </div>
        )}
      </div>
    </div>
  );
}
