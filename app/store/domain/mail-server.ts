import { fail, ok, type Result } from "#app/values/result.ts";

/** A mail server as staff enter it. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
}

/** Submission with STARTTLS (RFC 6409). */
const DEFAULT_PORT = 587;
const HOST = /^(?:\[[0-9a-f:.]+\]|[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?)$/iu;

/** "mail.example.com", "mail.example.com:465" or "[::1]:25"; the error is a sentence for the field. */
export function parseMailServer(text: string): Result<MailServer, string> {
  const [, host = "", port = String(DEFAULT_PORT)] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(text.trim()) ?? [];
  const number = Number(port);
  if (!HOST.test(host) || number < 1 || number > 65_535)
    return fail("Enter the name of the mail server, with its port if it is not 587, such as mail.example.com:465.");
  return ok({ host: host.replace(/^\[(.*)\]$/, "$1"), port: number });
}

/** Whether the server is on this machine: mail does not cross a network. */
export function isOnThisMachine({ host }: Pick<MailServer, "host">): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|::1)$/i.test(host);
}
