/** Whether a value is one of a fixed list. */
export function isOneOf<T>(all: readonly T[], value: unknown): value is T {
  return all.some((each) => each === value);
}

/** The keys of an object without additional properties. */
export function keysOf<T extends object>(object: T): readonly (keyof T & string)[] {
  return Object.keys(object) as (keyof T & string)[];
}

/** The code of a system error, such as "ENOENT"; "" for any other. */
export function errorCode(error: unknown): string {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "";
}

export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Whether a table has its own entry of this name, not an inherited one. */
export function hasKey<T extends object>(table: T, key: unknown): key is keyof T & string {
  return typeof key === "string" && Object.hasOwn(table, key);
}

/** An object with a value for each key. */
export function recordOf<K extends string, V>(keys: readonly K[], valueOf: (key: K) => V): Record<K, V> {
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<K, V>;
}

/** A property of any value; undefined if missing. */
export function propertyOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

/** A property that is a string; undefined otherwise. */
export function textOf(value: unknown, name: string): string | undefined {
  const property = propertyOf(value, name);
  return typeof property === "string" ? property : undefined;
}

/** An object without the properties that are undefined. */
export function withoutUndefined<Value extends object>(value: Value): Partial<Value> {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Partial<Value>;
}
