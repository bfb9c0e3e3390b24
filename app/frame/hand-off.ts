/** What the router would send behind a page in pieces, each waiting for the last: the data the page was drawn from. */
export function handOffScript(said: string, nonce: string): string {
  const controller = "window.__reactRouterContext.streamController";
  return `<script nonce="${nonce}">${controller}.enqueue('${escapeForScript(said)}');${controller}.close();</script>`;
}

/** As it stands between two single quotes of a script: data is full of double ones, each of which would need a sign more. */
function escapeForScript(text: string): string {
  return text.replace(/[\\'<\u2028\u2029\p{Cc}]/gu, (sign) =>
    sign === "\\" || sign === "'" ? `\\${sign}` : `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
