import { auditCounted } from "./audit-counted.ts";
import { compareFile, type AnsweredFile } from "./expected-file.ts";
import { readFileBooks, type Query } from "./file-books.ts";
import { closingFiles } from "./file-closings.ts";
import { customerFiles, offerFiles, orderFiles, problemFiles } from "./file-orders.ts";
import { reportFiles } from "./file-reports.ts";

/** Fetches a file of the running shop as its owner, by address with query. */
export type FetchFile = (address: string) => Promise<AnsweredFile>;

export interface FilesReport {
  readonly files: number;
  readonly findings: readonly string[];
}

/**
 * Compares every file with money or order counts that staff can download with the tables, from the day of the first order since then. The
 * shop may keep running: differences are checked again, and only repeated ones are reported.
 */
export async function auditFiles(query: Query, fetchFile: FetchFile, since: Date, now: () => Date): Promise<FilesReport> {
  const first = await compareAll(query, fetchFile, since, now());
  if (first.findings.length === 0) return first;
  const second = await compareAll(query, fetchFile, since, now());
  return { ...second, findings: second.findings.filter((finding) => first.findings.includes(finding)) };
}

async function compareAll(query: Query, fetchFile: FetchFile, since: Date, now: Date): Promise<FilesReport> {
  const books = await readFileBooks(query, since, now);
  const closings = await closingFiles(query, books);
  const expected = [
    ...orderFiles(books),
    ...reportFiles(books),
    ...closings.files,
    ...(await customerFiles(query, books)),
    ...(await offerFiles(query, books)),
    ...(await problemFiles(query, books)),
  ];
  const findings = [...closings.findings, ...(await auditCounted(query))];
  for (const file of expected) findings.push(...compareFile(file, await fetchFile(file.address), books.format));
  return { files: expected.length, findings };
}
