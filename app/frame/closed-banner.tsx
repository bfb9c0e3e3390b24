import { ClockIcon } from "lucide-react";
import { useEffect } from "react";
import type { BannerList } from "#app/store/domain/banner-now.ts";
import { useClosedBanner } from "#app/store/ui/use-closed-banner.ts";
import { rememberZoneOffsets, type ZoneOffsets } from "#app/values/zone-offsets.ts";
import { closedBannerScript, FIRST_BANNER_ID } from "./closed-banner-script.ts";

interface ClosedBannerProps {
  readonly facts: {
    /** The opening hours as a list of banner texts with their start times. */
    readonly list: BannerList;
    /** UTC offsets of the store's time zone. */
    readonly offsets: ZoneOffsets;
  };
  readonly nonce: string | undefined;
}

/**
 * The yellow banner while the store is closed. The cached page contains the texts with their start times but not the state: a small script
 * next to the hidden banner chooses one before the first paint, to avoid layout shift. After hydration React uses the same list.
 */
export function ClosedBanner({ facts, nonce }: ClosedBannerProps) {
  // The banner is rendered first: components below it that use the shop's clock find the offsets.
  useEffect(() => rememberZoneOffsets(facts.offsets), [facts.offsets]);
  const change = useClosedBanner(facts.list);
  return (
    <>
      <div role="status">
        {change === null ? <Banner key="first" sentence="" message="" isFirst /> : null}
        {change === null || change[1] === "" ? null : <Banner key="checked" sentence={change[1]} message={change[2]} />}
      </div>
      {change === null ? (
        // Rendered only on the server; the client bundle does not contain it.
        <script
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? closedBannerScript(facts.list) : "" }}
        />
      ) : null}
    </>
  );
}

/** The script may have changed the first one, so its content can differ from the server's HTML. */
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
