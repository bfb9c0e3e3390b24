import path from "node:path";

/** A path relative to where the operator typed the command; npm changes the folder. */
export function operatorFile(name: string): string {
  return path.resolve(process.env.INIT_CWD ?? process.cwd(), name);
}
