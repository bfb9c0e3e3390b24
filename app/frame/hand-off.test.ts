import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { handOffScript } from "./hand-off.ts";

/** What a browser would hear of the page's data. */
function heard(script: string): readonly string[] {
  const pieces: string[] = [];
  const streamController = { enqueue: (piece: string) => pieces.push(piece), close: () => pieces.push("closed") };
  const code = /^<script nonce="n">([^<]*)<\/script>$/.exec(script)?.[1] ?? "";
  runInNewContext(code, { window: { __reactRouterContext: { streamController } } });
  return pieces;
}

test("the browser hears what was said, whatever signs are in it", () => {
  const said = `[{"_1":2},"it's \\"so\\"","\\\\'\\n","</script><!--<script>","\u2028\u2029\u0085\u0000\r","🍕"]\n[1]\n`;
  expect(heard(handOffScript(said, "n"))).toEqual([said, "closed"]);
});
