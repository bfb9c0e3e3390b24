/** How long scripts wait for the first picture at most, in milliseconds. */
const LONGEST_WAIT_MS = 2_000;

/** Chunks of the build that are run one by one before the rest (vite.config.ts). */
const FIRST_CHUNKS = ["/assets/framework-", "/assets/shop-"];

/*
 * Stands in the page as it is written here. `files`: what the browser only learns of now; `first`: what is run piece by piece, so that a touch is heard
 * between two pieces. The page counts as loaded when all of it has run: each element is there before the last one is done. A picture that is there
 * already needs no waiting; whoever touches the page or presses a key does not wait either.
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
if(!files.length||picture.complete)return begin();
for(const name of ["load","error"])picture.addEventListener(name,begin);
for(const name of ["pointerdown","keydown"])addEventListener(name,begin,{capture:true,once:true});
setTimeout(begin,ms)}`;

/**
 * How a page of the shop comes alive on a slow phone (docs/decisions/0020-page-cache.md). Where its largest thing is a picture nothing is fetched
 * beside that one: the browser only learns of the page's modules when it is there. And they are run in pieces instead of in one go. Until then forms
 * and links work as they do without scripts. `html` as the router has drawn it.
 */
export function scriptsInPieces(html: string, nonce: string): string {
  const hasPicture = html.includes('fetchPriority="high"');
  const files: string[] = [];
  const preloads = html.replace(/<link rel="modulepreload" href="([^"]+)"[^>]*>/g, (link, file: string) => {
    files.push(file);
    return hasPicture ? "" : link;
  });
  const first = FIRST_CHUNKS.flatMap((chunk) => files.find((file) => file.startsWith(chunk)) ?? []);
  const late = preloads.replace(/(<script\b[^>]*?) type="module" async=""(?=[^>]*>)/, '$1 type="text/plain" data-late=""');
  if (first.length === 0 || late === preloads) return html;
  // The router writes its list of routes for people to read: a kilobyte of spaces.
  const short = late.replace(/(?<=window\.__reactRouterManifest = )\{\n[\s\S]*?\n\}(?=;)/, (list) => list.replaceAll(/\n */g, ""));
  const start = `<script nonce="${nonce}">(${START})(${JSON.stringify(hasPicture ? files : [])},${JSON.stringify(first)},${LONGEST_WAIT_MS})</script>`;
  return short.replace(/(?=<\/body><\/html>$)/, () => start);
}
