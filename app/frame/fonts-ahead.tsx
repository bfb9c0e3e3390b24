import { FONT_URLS, STORED_FONTS } from "./fonts-later.ts";

/** A network with a longer way there and back brings no font in time for the first paint. */
const SLOW_RTT_MS = 100;
/** From this width on a page is not on a telephone, whose network may be anything. */
const WIDE = "(min-width:64rem)";

/*
 * Stands in the page as it is written here; old browsers must be able to read it. Which network it is only some browsers say. `stored`: the fonts that
 * this browser has fetched before; it may have thrown them away since, so who saves data is asked first.
 */
const ASK = `function(urls,stored){
var net=navigator.connection,root=document.documentElement.style;
var has=false;try{has=localStorage.getItem(stored)===urls.join()}catch(e){}
if(!(net&&net.saveData)&&(has||matchMedia("${WIDE}").matches&&!(net&&net.rtt>${SLOW_RTT_MS})))return urls.forEach(function(url){
var link=document.createElement("link");
link.rel="preload";link.as="font";link.type="font/woff2";link.crossOrigin="anonymous";link.href=url;
document.head.appendChild(link)});
root.setProperty("--font-sans",'"Figtree Fallback",system-ui,sans-serif');
root.setProperty("--font-display",'"Bricolage Fallback",system-ui,sans-serif')}`;

/**
 * Asks for the fonts before anything else, so that the page is drawn in them at once, where they are stored, and on a wide screen with a fast network.
 * Elsewhere 60 KB would come before what is to be read and its first picture, and a browser waits for them before it paints, or lays everything out
 * twice: the page is drawn in the stand-ins of frame/theme.css, and fonts-later.ts fetches the fonts for the next one.
 */
export function FontsAhead({ nonce }: { readonly nonce: string | undefined }) {
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{
        __html: import.meta.env.SSR ? `(${ASK})(${JSON.stringify(FONT_URLS)},${JSON.stringify(STORED_FONTS)})` : "",
      }}
    />
  );
}
