import path from "node:path";

/** A file as the operator named it: relative to where they typed the command. npm goes to the project's folder first and says where that was. */
export function operatorFile(name: string): string {
  return path.resolve(process.env.INIT_CWD ?? process.cwd(), name);
}
