/** Results, for users and programs: standard output. */
export function printResult(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function printJson(value: unknown): void {
  printResult(JSON.stringify(value, null, 2));
}

/** Progress, notes and problems, for users: standard error. */
export function printText(text: string): void {
  process.stderr.write(`${text}\n`);
}
