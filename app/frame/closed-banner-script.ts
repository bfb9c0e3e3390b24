import type { BannerList } from "#app/store/domain/banner-now.ts";

/** The id of the banner's element before any script has run. */
export const FIRST_BANNER_ID = "closed-banner";

/* Inlined as written, so it must be valid in old browsers. `said` contains the two spans inside the banner. */
const SHOW = `function(list){
var now=Date.now()/1000,change=list.changes.filter(function(each){return each[0]<=now}).pop();
if(now>=list.until||!change||!change[1])return;
var banner=document.getElementById("${FIRST_BANNER_ID}"),said=banner.querySelectorAll("span span");
said[0].textContent=change[1];
if(change[2])said[1].textContent=" "+change[2];
banner.hidden=false}`;

/** An inline script that shows the banner before the first paint if the store is closed by the browser's clock, to avoid layout shift. */
export function closedBannerScript(list: BannerList): string {
  return `(${SHOW})(${JSON.stringify(list).replaceAll("<", String.raw`\u003c`)})`;
}
