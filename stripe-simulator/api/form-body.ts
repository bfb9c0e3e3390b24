import { badParameter, Refusal } from "./refusal.ts";

/** A decoded form with nested brackets: `a[b]=1&c[]=2&c[]=3`. Maps, so that no name can touch a prototype. */
export type FormNode = ReadonlyMap<string, FormValue>;
export type FormValue = string | FormNode;
type Branch = Map<string, string | Branch>;

const MOST_PAIRS = 500;
const DEEPEST = 6;
/** PostgreSQL stores every character except this one. */
const NUL = "\0";

/** Parses a query string or a form-encoded body. Throws a Refusal (400) for an ambiguous one. */
export function parseForm(encoded: string): FormNode {
  const root: Branch = new Map();
  let count = 0;
  for (const [name, value] of new URLSearchParams(encoded)) {
    count += 1;
    if (count > MOST_PAIRS) throw unreadable("Too many parameters");
    if (name.includes(NUL) || value.includes(NUL))
      throw badParameter(plain(name), "parameter_invalid_string", `Invalid string: ${plain(name)}`);
    place(root, splitName(name), value, name);
  }
  return root;
}

function splitName(name: string): string[] {
  const open = name.indexOf("[");
  if (open === -1) return [name];
  const inner = name.slice(open);
  if (open === 0 || !/^(\[[^[\]]*\])+$/.test(inner)) throw unreadable(`Invalid parameter name: ${plain(name)}`);
  const path = [name.slice(0, open), ...inner.slice(1, -1).split("][")];
  if (path.length > DEEPEST) throw unreadable(`Parameter nested too deep: ${plain(name)}`);
  return path;
}

function place(root: Branch, path: readonly string[], value: string, name: string): void {
  let branch = root;
  for (const step of path.slice(0, -1)) {
    const key = step === "" ? String(branch.size) : step;
    const next = branch.get(key);
    if (typeof next === "string") throw unreadable(`Parameter used both as a value and as an object: ${plain(name)}`);
    const child: Branch = next ?? new Map();
    branch.set(key, child);
    branch = child;
  }
  const last = path.at(-1) ?? "";
  const key = last === "" ? String(branch.size) : last;
  if (branch.get(key) instanceof Map) throw unreadable(`Parameter used both as a value and as an object: ${plain(name)}`);
  branch.set(key, value);
}

function unreadable(message: string): Refusal {
  return new Refusal({ status: 400, type: "invalid_request_error", message });
}

function plain(name: string): string {
  return name.replaceAll(NUL, "").slice(0, 100);
}
