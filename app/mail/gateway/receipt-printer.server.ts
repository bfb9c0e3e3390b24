import { lookup } from "node:dns";
import { BlockList, connect, isIP, type LookupFunction } from "node:net";

/** One line of a printed ticket. */
export type PaperLine =
  | { readonly kind: "rule" }
  | {
      readonly kind: "text";
      readonly text: string;
      /** 1 = normal, 2 = double width and height. */
      readonly size: 1 | 2;
      readonly isBold?: boolean;
      /** White on black, for warnings. */
      readonly isAlarm?: boolean;
      /** Spaces before every line that the text wraps to. */
      readonly indent?: number;
    };

export interface PrinterAddress {
  readonly host: string;
  readonly port: number;
}

const LIMITS = { connectMs: 4_000, sendMs: 8_000 };

/**
 * The ESC/POS commands that print these lines and cut the paper. Words are not broken if they fit a line; characters missing from the
 * printer's character set are printed as "?".
 *
 * @param columns characters per line of normal size
 */
export async function encodePaper(lines: readonly PaperLine[], columns: number): Promise<Uint8Array> {
  const { default: ReceiptPrinterEncoder } = await import("@point-of-sale/receipt-printer-encoder");
  const encoder = new ReceiptPrinterEncoder({ language: "esc-pos", columns, feedBeforeCut: 4 }).initialize().codepage("auto");
  for (const line of lines) {
    if (line.kind === "rule") {
      encoder.rule();
      continue;
    }
    const { text, size, isBold = false, isAlarm = false, indent = 0 } = line;
    encoder.size(size, size).bold(isBold).invert(isAlarm);
    for (const part of wrap(text, Math.floor(columns / size) - indent)) encoder.line(" ".repeat(indent) + part);
    encoder.size(1, 1).bold(false).invert(false);
  }
  return encoder.cut("partial").encode();
}

/** Lines of at most `width` characters; only words longer than a line are broken. */
function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of text.split(" ")) {
    let rest = word;
    if (current !== "" && current.length + 1 + rest.length <= width) {
      current += ` ${rest}`;
      continue;
    }
    if (current !== "") lines.push(current);
    while (rest.length > width) {
      lines.push(rest.slice(0, width));
      rest = rest.slice(width);
    }
    current = rest;
  }
  return [...lines, current];
}

/**
 * `failed`: the ticket is not printed; retry. `unsure`: the printer took every byte, then neither closed the connection properly nor
 * responded; a retry might print the ticket twice. `refused`: the address is not allowed for a printer, and nothing was connected to.
 */
export type PrintAnswer = { readonly kind: "sent" } | { readonly kind: "failed" | "unsure" | "refused"; readonly message: string };

const NOT_IN_NETWORK = "This is an address of the shop's own machine, not of a printer: enter the printer's address in the network.";

const UNSURE: PrintAnswer = {
  kind: "unsure",
  message: "The printer took the ticket but did not confirm it: check whether it was printed.",
};

/** The allowed addresses of a printer, checked after the lookup; the shop's own `isAllowed` is `isPrinterAddress`. */
export interface PrintOptions {
  readonly isAllowed?: ((address: string) => boolean) | undefined;
  readonly limits?: typeof LIMITS;
}

const OWN_ADDRESSES = new BlockList();
OWN_ADDRESSES.addSubnet("127.0.0.0", 8, "ipv4");
OWN_ADDRESSES.addSubnet("0.0.0.0", 8, "ipv4");
OWN_ADDRESSES.addSubnet("169.254.0.0", 16, "ipv4");
OWN_ADDRESSES.addAddress("::1", "ipv6");
OWN_ADDRESSES.addAddress("::", "ipv6");
OWN_ADDRESSES.addSubnet("fe80::", 10, "ipv6");

/** Blocks this machine and link-local addresses, where hosting services serve their credentials. */
export function isPrinterAddress(address: string): boolean {
  const [plain = ""] = address.split("%");
  const family = isIP(plain);
  return family !== 0 && !OWN_ADDRESSES.check(plain, family === 6 ? "ipv6" : "ipv4");
}

/** Resolves a name and filters the addresses, so that the checked address is the one connected to. */
function lookupAllowed(isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const allowed = error === null ? found.filter(({ address }) => isAllowed(address)) : [];
      const [first] = allowed;
      if (error !== null) callback(error, "", 0);
      else if (first === undefined) callback(new NotAllowedError(), "", 0);
      else if (options.all === true) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}

class NotAllowedError extends Error {
  readonly code = "NOT_ALLOWED";
}

/** Sends bytes to a printer in the shop's network; messages are sentences for staff. Never throws on errors of printer or network. */
export function sendToPrinter(
  { host, port }: PrinterAddress,
  bytes: Uint8Array,
  { isAllowed = isPrinterAddress, limits = LIMITS }: PrintOptions = {},
): Promise<PrintAnswer> {
  // An IP address is not looked up.
  if (isIP(host) !== 0 && !isAllowed(host)) return Promise.resolve({ kind: "refused", message: NOT_IN_NETWORK });
  return new Promise((answer) => {
    let step: "connecting" | "sending" | "taken" = "connecting";
    const socket = connect({ host, port, lookup: lookupAllowed(isAllowed) });
    let timer: NodeJS.Timeout;
    const over = (result: PrintAnswer) => {
      clearTimeout(timer);
      socket.destroy();
      answer(result);
    };
    const failed = (message: string) => over({ kind: "failed", message });
    timer = setTimeout(() => failed("The printer does not answer."), limits.connectMs);
    socket.on("connect", () => {
      step = "sending";
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (step === "taken") over(UNSURE);
        else failed("The printer accepts no more data: check paper and cover.");
      }, limits.sendMs);
      // Done when the printer has taken everything and either closes its side or sends a response.
      socket.end(bytes, () => (step = "taken"));
    });
    socket.on("data", () => {
      if (step === "taken") over({ kind: "sent" });
    });
    socket.on("end", () => {
      if (step === "taken") over({ kind: "sent" });
      else failed("The printer closed the connection.");
    });
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (step === "taken") return over(UNSURE);
      if (error.code === "NOT_ALLOWED") return over({ kind: "refused", message: NOT_IN_NETWORK });
      const isRefused = error.code === "ECONNREFUSED";
      const trouble = step === "connecting" ? "The printer cannot be reached." : "The connection to the printer broke.";
      failed(isRefused ? "The printer refuses the connection." : trouble);
    });
  });
}
