import { ClockIcon } from "lucide-react";
import { useEffect } from "react";
import type { BannerList } from "#app/store/domain/banner-now.ts";
import { useClosedBanner } from "#app/store/ui/use-closed-banner.ts";
import { rememberZoneOffsets, type ZoneOffsets } from "#app/values/zone-offsets.ts";
import { closedBannerScript, FIRST_BANNER_ID } from "./closed-banner-script.ts";

interface ClosedBannerProps {
  readonly facts: {
    /** The hours written out as what the banner says from when on. */
    readonly list: BannerList;
    /** Of the hours' zone. */
    readonly offsets: ZoneOffsets;
  };
  readonly nonce: string | undefined;
}

/**
 * The yellow banner while the store is closed. The cached page contains the texts with their start times but not the state: a small script
 * next to the hidden banner chooses one before the first paint, to avoid layout shift. After hydration React uses the same list.
 */
export function ClosedBanner({ facts, nonce }: ClosedBannerProps) {
  // The banner comes first on a page: what reckons with the shop's clock below it finds the offsets there.
  useEffect(() => rememberZoneOffsets(facts.offsets), [facts.offsets]);
  const said = useClosedBanner(facts.list);
  return (
    <>
      <div role="status">
        {said === null ? <Banner key="first" sentence="" message="" isFirst /> : null}
        {said === null || said[1] === "" ? null : <Banner key="checked" sentence={said[1]} message={said[2]} />}
      </div>
      {said === null ? (
        // Only the server writes it; it is no part of what the browser loads.
        <script
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? closedBannerScript(facts.list) : "" }}
        />
      ) : null}
    </>
  );
}

/** The first one is the script's: what stands in it then is not what was sent. */
function Banner({
  sentence,
  message,
  isFirst = false,
}: {
  readonly sentence: string;
  readonly message: string;
  readonly isFirst?: boolean;
}) {
  return (
    <p
      id={isFirst ? FIRST_BANNER_ID : undefined}
      hidden={isFirst}
      suppressHydrationWarning={isFirst}
      className="flex items-center justify-center gap-2 bg-saffron px-4 py-2 font-semibold text-ink sm:text-center"
    >
      <ClockIcon aria-hidden className="size-5 shrink-0" />
      <span className="text-balance">
        <span suppressHydrationWarning={isFirst}>{sentence}</span>
        <span suppressHydrationWarning={isFirst} className="block font-normal">
          {message === "" ? "" : ` ${message}`}
        </span>
      </span>
    </p>
  );
}
