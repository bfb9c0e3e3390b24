import { lookup } from "node:dns/promises";
import type { ClientRequest, IncomingMessage } from "node:http";
import { request, type RequestOptions } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { fail, ok, type Result } from "#app/values/result.ts";
import { MAX_PICTURE_BYTES } from "#app/values/limits.ts";
import { isPublicAddress } from "./public-address.server.ts";

/** Fetches the picture at an address from an import file. The error is a sentence without a full stop, to be embedded in a longer one. */
export type FetchPicture = (url: string) => Promise<Result<Uint8Array, FetchFailure>>;

interface FetchFailure {
  readonly message: string;
  /** The server could not be reached at all, so its other pictures will fail, too. */
  readonly isUnreachable: boolean;
}

const FETCH_TIMEOUT_MS = 5_000;
const MAX_BYTES = Math.min(10_000_000, MAX_PICTURE_BYTES);

/** Resolves the host's addresses; injected for tests. */
type Resolve = (host: string) => Promise<readonly string[]>;

/** Opens the connection; injected for tests. */
type Open = (url: URL, options: RequestOptions, onResponse: (response: IncomingMessage) => void) => ClientRequest;

/**
 * A fetcher that is safe from SSRF: https on port 443 only, the name is resolved once and the connection goes to exactly that public
 * address, redirects are refused, 5 seconds, 10 MB.
 */
export function createPictureFetcher(resolve: Resolve = resolveHost, open: Open = request): FetchPicture {
  return async (url) => {
    const target = checkUrl(url);
    if (!target.ok) return fail({ message: target.error, isUnreachable: false });
    const host = target.value.hostname.replace(/^\[|\]$/g, "");
    let addresses: readonly string[];
    try {
      addresses = isIP(host) === 0 ? await resolve(host) : [host];
    } catch {
      return fail({ message: `the server ${host} is not known`, isUnreachable: true });
    }
    const [address] = addresses;
    // One private address among several is a refusal: a second lookup could return another address.
    if (address === undefined || !addresses.every(isPublicAddress))
      return fail({ message: `${host} is not a public server`, isUnreachable: true });
    return download(target.value, address, open);
  };
}

function checkUrl(url: string): Result<URL, string> {
  if (!URL.canParse(url)) return fail("this is no address");
  const target = new URL(url);
  if (target.protocol !== "https:") return fail("only addresses that begin with https:// are fetched");
  if (target.port !== "" || target.username !== "" || target.password !== "")
    return fail("an address with a port or a password is not fetched");
  return ok(target);
}

async function resolveHost(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map((entry) => entry.address);
}

function download(url: URL, address: string, open: Open): Promise<Result<Uint8Array, FetchFailure>> {
  const pinned: LookupFunction = (_host, options, done) => {
    const family = isIP(address);
    if (options.all === true) done(null, [{ address, family }]);
    else done(null, address, family);
  };
  return new Promise((answer) => {
    const failed = (message: string, isUnreachable = false): void => answer(fail({ message, isUnreachable }));
    const call = open(
      url,
      {
        lookup: pinned,
        agent: false,
        signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
        headers: { Accept: "image/*", "User-Agent": "shopbell-import" },
      },
      (response) => {
        const status = response.statusCode ?? 0;
        if (status !== 200) {
          response.destroy();
          failed(status >= 300 && status < 400 ? "it leads to another address, which is not followed" : `the server answered ${status}`);
          return;
        }
        const chunks: Buffer[] = [];
        let size = 0;
        response.on("data", (chunk: Buffer) => {
          size += chunk.byteLength;
          if (size > MAX_BYTES) {
            response.destroy();
            failed(`it is larger than ${MAX_BYTES / 1_000_000} MB`);
            return;
          }
          chunks.push(chunk);
        });
        response.on("end", () => answer(ok(Buffer.concat(chunks))));
        response.on("error", () => failed("the connection broke"));
      },
    );
    call.on("error", (error: NodeJS.ErrnoException) => {
      const isSlow = error.name === "AbortError" || error.name === "TimeoutError" || error.code === "ABORT_ERR";
      failed(isSlow ? `it did not arrive within ${FETCH_TIMEOUT_MS / 1000} seconds` : "the server cannot be reached", true);
    });
    // Without a listener the promise would never settle.
    call.on("upgrade", (_response, socket) => {
      socket.destroy();
      failed("the server answered 101");
    });
    call.end();
  });
}
