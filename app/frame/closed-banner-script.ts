import type { BannerList } from "#app/store/domain/banner-now.ts";

/** The banner's element while no script of the page has run. */
export const FIRST_BANNER_ID = "closed-banner";

/*
 * Old browsers must be able to read it: it stands in the page as it is written here. `said` and `added` are the two spans inside the banner.
 */
const SHOW = `function(list){
var now=Date.now()/1000,change=list.changes.filter(function(each){return each[0]<=now}).pop();
if(now>=list.until||!change||!change[1])return;
var banner=document.getElementById("${FIRST_BANNER_ID}"),said=banner.querySelectorAll("span span");
said[0].textContent=change[1];
if(change[2])said[1].textContent=" "+change[2];
banner.hidden=false}`;

/** An inline script that shows the banner before the first paint if the store is closed by the browser's clock, so that nothing moves later. */
export function closedBannerScript(list: BannerList): string {
  return `(${SHOW})(${JSON.stringify(list).replaceAll("<", String.raw`\u003c`)})`;
}
