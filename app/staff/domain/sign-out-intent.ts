/** What a button of an account's page sends: the act and, for "sign-out:<session>", the session it ends (null = none that can exist). */
export function splitIntent(text: string): readonly [intent: string, session: string | null] {
  const [intent = "", session = ""] = text.split(":");
  return [intent, intent === "sign-out" && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(session) ? session : null];
}
