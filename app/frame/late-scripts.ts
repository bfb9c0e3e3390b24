/** How long scripts wait for the first paint and the first picture at most, in milliseconds. */
const LONGEST_WAIT_MS = 2_000;

/** Chunks of the build that are run one by one before the rest (vite.config.ts). */
const FIRST_CHUNKS = ["/assets/framework-", "/assets/shop-"];

/*
 * Stands in the page as it is written here. `files`: what the browser only learns of now; `first`: what is run piece by piece, so that a touch is heard
 * between two pieces. The page counts as loaded when all of it has run: each element is there before the last one is done. What waits is a page that is
 * looked at: first for its paint, then for its picture and the frame that shows it. Whoever touches the page or presses a key does not wait.
 */
const START = `function(files,first,ms){
const own=document.currentScript,late=document.querySelector("script[data-late]"),picture=document.querySelector("img[fetchpriority=high]");
let begun=false;
const add=(name,more)=>{const made=Object.assign(document.createElement(name),{nonce:own.nonce},more);document.head.append(made);return made};
const run=index=>{
if(index===first.length)return add("script",{type:"module",textContent:late.textContent});
const script=add("script",{type:"module",src:first[index]});
script.onload=script.onerror=()=>run(index+1)};
const begin=()=>{if(begun)return;begun=true;for(const href of files)add("link",{rel:"modulepreload",href});run(0)};
const shown=()=>requestAnimationFrame(()=>requestAnimationFrame(begin));
const painted=()=>{
if(!picture||picture.complete)return begin();
for(const name of ["load","error"])picture.addEventListener(name,shown)};
if(!files.length||document.hidden)return begin();
for(const name of ["pointerdown","keydown"])addEventListener(name,begin,{capture:true,once:true});
setTimeout(begin,ms);
if(!window.PerformanceObserver||!(PerformanceObserver.supportedEntryTypes||[]).includes("paint"))return requestAnimationFrame(()=>requestAnimationFrame(painted));
new PerformanceObserver((list,watch)=>{
if(!list.getEntriesByName("first-contentful-paint").length)return;
watch.disconnect();painted()}).observe({type:"paint",buffered:true})}`;

const END = "</body></html>";
const MODULE = ' type="module" async=""';
const LATE = ' type="text/plain" data-late=""';

/**
 * How a page of the shop comes alive on a slow phone (docs/decisions/0020-page-cache.md). Nothing is fetched beside what is read first: the browser only
 * learns of the page's modules when it has painted it, and where the largest thing is a picture, when that one is there. And they are run in pieces
 * instead of in one go. Until then forms and links work as they do without scripts. `isAtOnce`: a page that is worked with rather than read first learns of them in
 * its head. `html` as the router has drawn it; `data` is a script that belongs behind everything drawn. Only the head and the page's last scripts are
 * searched: what lies between them is most of a page.
 */
export function scriptsInPieces(html: string, nonce: string, isAtOnce: boolean, data = ""): string {
  const body = html.endsWith(END) ? html.slice(0, -END.length) : html;
  const headEnd = body.indexOf("</head>");
  const scriptAt = body.lastIndexOf("<script", body.lastIndexOf(MODULE));
  const files: string[] = [];
  const head = body.slice(0, Math.max(0, headEnd)).replace(/<link rel="modulepreload" href="([^"]+)"[^>]*>/g, (link, file: string) => {
    files.push(file);
    return isAtOnce ? link : "";
  });
  const first = FIRST_CHUNKS.flatMap((chunk) => files.find((file) => file.startsWith(chunk)) ?? []);
  if (first.length === 0 || scriptAt < headEnd) return body + data + html.slice(body.length);
  const late = body
    .slice(scriptAt)
    .replace(MODULE, LATE)
    // The router writes its list of routes for people to read: a kilobyte of spaces. What a route has not got it need not say.
    .replace(/(?<=window\.__reactRouterManifest = )\{\n[\s\S]*?\n\}(?=;)/, (list) =>
      list.replaceAll(/\n */g, "").replaceAll(/"has[A-Z]\w*": ?false,/g, ""),
    );
  // What is run first, and is the largest by far, takes the connection that is open already.
  const later = isAtOnce ? [] : [...new Set([...first, ...files])];
  const start = `<script nonce="${nonce}">(${START})(${JSON.stringify(later)},${JSON.stringify(first)},${LONGEST_WAIT_MS})</script>`;
  return head + body.slice(headEnd, scriptAt) + late + data + start + END;
}
