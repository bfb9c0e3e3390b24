/** The text of a page by its answer. */
const pages = new WeakMap<Response, string>();

/** An answer that is a page, whole. Its bytes are only made for who reads them: the edge asks for the text. */
export function answerWithPage(page: string, { status, headers }: { readonly status: number; readonly headers: Headers }): Response {
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(Buffer.from(page));
      controller.close();
    },
  });
  const answer = new Response(body, { status, headers });
  pages.set(answer, page);
  return answer;
}

/** The page that an answer is; undefined for any other. Through the answer's stream and back it would be copied several times. */
export function pageOf(answer: Response): string | undefined {
  return pages.get(answer);
}
