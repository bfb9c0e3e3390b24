interface Comment {
  readonly value: string;
}
interface Context {
  readonly sourceCode: { getAllComments(): readonly Comment[] };
  report(finding: { node: unknown; message: string }): void;
}

const DISABLES = /^\s*(?:oxlint|eslint)-disable/;
const REASON = /\s--\s+\S/;

/** Requires a reason for every rule exception: `oxlint-disable-next-line rule -- reason`. */
export const reasonOfDisable = {
  create: (context: Context) => ({
    Program: () => {
      for (const comment of context.sourceCode.getAllComments())
        if (DISABLES.test(comment.value) && !REASON.test(comment.value))
          context.report({ node: comment, message: "Say why the rule does not apply here: … -- reason" });
    },
  }),
};
