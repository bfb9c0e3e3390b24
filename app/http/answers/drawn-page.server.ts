/** A page in the pieces it is put together from: what was drawn, and between it a style sheet that is the same in every page (none = empty). */
export interface DrawnPage {
  readonly before: string;
  readonly sheet: Buffer;
  readonly after: string;
}

const pages = new WeakMap<Response, DrawnPage>();

/** An answer that is a page, whole. Its bytes are only made for who reads them: the edge asks for the pieces. */
export function answerWithPage(page: DrawnPage, { status, headers }: { readonly status: number; readonly headers: Headers }): Response {
  const body = new ReadableStream(
    {
      pull(controller) {
        controller.enqueue(bytesOf(page));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const answer = new Response(body, { status, headers });
  pages.set(answer, page);
  return answer;
}

/** The page that an answer is; undefined for any other. Through the answer's stream and back it would be copied several times. */
export function pageOf(answer: Response): DrawnPage | undefined {
  return pages.get(answer);
}

export function bytesOf({ before, sheet, after }: DrawnPage): Buffer {
  return Buffer.concat([Buffer.from(before), sheet, Buffer.from(after)]);
}
