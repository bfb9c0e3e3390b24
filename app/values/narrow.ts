/** Whether a value is one of a fixed list. */
export function isOneOf<T>(all: readonly T[], value: unknown): value is T {
  return all.some((each) => each === value);
}

/** The keys of an object that holds no others than its type says. */
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
