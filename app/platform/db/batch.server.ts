interface Call<Input, Output> {
  readonly input: Input;
  readonly resolve: (result: Output) => void;
  readonly reject: (error: unknown) => void;
}

/** Batches the calls made in one tick, such as by jobs that run together. `run` returns results in order; its failure fails every call. */
export function batch<Input, Output>(run: (inputs: readonly Input[]) => Promise<readonly Output[]>): (input: Input) => Promise<Output> {
  let waiting: Call<Input, Output>[] = [];

  async function runBatch(): Promise<void> {
    const calls = waiting;
    waiting = [];
    try {
      const results = await run(calls.map(({ input }) => input));
      if (results.length !== calls.length) throw new Error(`${calls.length} calls got ${results.length} results`);
      for (const [index, result] of results.entries()) calls[index]?.resolve(result);
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  }

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      if (waiting.length === 1) setImmediate(() => void runBatch());
    });
}
