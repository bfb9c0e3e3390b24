import bricolageUrl from "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url";
import figtreeUrl from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url";

/** A network with a longer way there and back brings no font in time for the first paint. What browsers say when they do not know is 100. */
const SLOW_RTT_MS = 100;

/*
 * Stands in the page as it is written here; old browsers must be able to read it. Which network it is only some browsers say, and only these hold the
 * first paint back for fonts. `stored`: the fonts that this browser has fetched before.
 */
const ASK = `function(urls,stored){
var net=navigator.connection,root=document.documentElement.style;
var has=false;try{has=localStorage.getItem(stored)===urls.join()}catch(e){}
if(has||!net||!(net.saveData||net.rtt>${SLOW_RTT_MS}))return urls.forEach(function(url){
var link=document.createElement("link");
link.rel="preload";link.as="font";link.type="font/woff2";link.crossOrigin="anonymous";link.href=url;
document.head.appendChild(link)});
root.setProperty("--font-sans",'"Figtree Fallback",system-ui,sans-serif');
root.setProperty("--font-display",'"Bricolage Fallback",system-ui,sans-serif');
if(!net.saveData)addEventListener("load",function(){
Promise.all(urls.map(function(url){return fetch(url).then(function(font){if(!font.ok)throw font;return font.arrayBuffer()})})).then(function(){localStorage.setItem(stored,urls.join())}).catch(function(){})})}`;

/**
 * Asks for the fonts before anything else, so that the page is drawn in them at once, but not on a slow network: there a browser would wait for 60 KB
 * in vain before it paints, or lay everything out twice, and the first picture comes behind them. It draws the page in the stand-ins of frame/theme.css
 * and fetches the fonts once all the rest is there, for the next page. A fetch that fails is tried again by the next page.
 */
export function FontsAhead({ nonce }: { readonly nonce: string | undefined }) {
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? `(${ASK})(${JSON.stringify([figtreeUrl, bricolageUrl])},"fonts")` : "" }}
    />
  );
}
