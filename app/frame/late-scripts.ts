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

const END = "</body></html>";
const FIRST_PICTURE = 'fetchPriority="high"';
const MODULE = ' type="module" async=""';
const LATE = ' type="text/plain" data-late=""';

/**
 * How a page of the shop comes alive on a slow phone (docs/decisions/0020-page-cache.md). Where its largest thing is a picture nothing is fetched
 * beside that one: the browser only learns of the page's modules when it is there. And they are run in pieces instead of in one go. Until then forms
 * and links work as they do without scripts. `html` as the router has drawn it; `data` is a script that belongs behind everything drawn. Only the head
 * and the page's last scripts are searched: what lies between them is most of a page.
 */
export function scriptsInPieces(html: string, nonce: string, data = ""): string {
  const body = html.endsWith(END) ? html.slice(0, -END.length) : html;
  const headEnd = body.indexOf("</head>");
  const scriptAt = body.lastIndexOf("<script", body.lastIndexOf(MODULE));
  const hasPicture = body.includes(FIRST_PICTURE);
  const files: string[] = [];
  const head = body.slice(0, Math.max(0, headEnd)).replace(/<link rel="modulepreload" href="([^"]+)"[^>]*>/g, (link, file: string) => {
    files.push(file);
    return hasPicture ? "" : link;
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
  const start = `<script nonce="${nonce}">(${START})(${JSON.stringify(hasPicture ? files : [])},${JSON.stringify(first)},${LONGEST_WAIT_MS})</script>`;
  return head + body.slice(headEnd, scriptAt) + late + data + start + END;
}
