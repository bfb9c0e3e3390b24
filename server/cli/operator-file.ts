import path from "node:path";

/** A path relative to the operator's working directory; npm changes the directory. */
export function operatorFile(name: string): string {
  return path.resolve(process.env.INIT_CWD ?? process.cwd(), name);
}
