/** The text of a page by its answer. */
const pages = new WeakMap<Response, string>();

/** An answer that is a page, whole, with its length. */
export function answerWithPage(page: string, { status, headers }: { readonly status: number; readonly headers: Headers }): Response {
  headers.set("Content-Length", String(Buffer.byteLength(page)));
  const answer = new Response(page, { status, headers });
  pages.set(answer, page);
  return answer;
}

/** The text of an answer's body. That of a page is at hand: through the answer's stream and back it would be copied several times. */
export async function textOf(answer: Response): Promise<string> {
  return pages.get(answer) ?? (await answer.text());
}
