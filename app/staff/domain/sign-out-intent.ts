/** A button of the account page: action and, for "sign-out:<session>", the session (null if invalid). */
export function splitIntent(text: string): readonly [intent: string, session: string | null] {
  const [intent = "", session = ""] = text.split(":");
  return [intent, intent === "sign-out" && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(session) ? session : null];
}
