import { connect } from "node:net";

/** One line of a ticket on paper. */
export type PaperLine =
  | { readonly kind: "rule" }
  | {
      readonly kind: "text";
      readonly text: string;
      /** 1 = as usual, 2 = twice as wide and high. */
      readonly size: 1 | 2;
      readonly isBold?: boolean;
      /** White on black: what nobody may overlook. */
      readonly isAlarm?: boolean;
      /** Blanks in front of every line that the text fills. */
      readonly indent?: number;
    };

export interface PrinterAddress {
  readonly host: string;
  readonly port: number;
}

const LIMITS = { connectMs: 4_000, sendMs: 8_000 };

/**
 * The ESC/POS commands that print these lines and cut the paper. Words are kept whole where they fit; what the printer's characters do not have
 * is printed as "?".
 *
 * @param columns characters in a line of usual size
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

/** Lines of at most `width` characters; only a word that is longer than a line is broken. */
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
 * `failed`: the ticket is not on paper, worth another try. `unsure`: the printer took every byte and then neither closed the connection properly
 * nor said a word; another try might print it twice.
 */
export type PrintAnswer = { readonly kind: "sent" } | { readonly kind: "failed" | "unsure"; readonly message: string };

const UNSURE: PrintAnswer = { kind: "unsure", message: "The printer took the ticket and said nothing: look whether it is on paper." };

/** Hands bytes to a printer in the shop's network; messages are sentences for staff. Never throws for what a printer or a network may do. */
export function sendToPrinter({ host, port }: PrinterAddress, bytes: Uint8Array, limits = LIMITS): Promise<PrintAnswer> {
  return new Promise((answer) => {
    let step: "connecting" | "sending" | "taken" = "connecting";
    const socket = connect({ host, port });
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
        else failed("The printer takes no more: paper or cover?");
      }, limits.sendMs);
      // The connection is over when the printer has taken everything and closes its side, too; a word from it will do as well.
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
      const isRefused = error.code === "ECONNREFUSED";
      failed(
        isRefused
          ? "The printer refuses the connection."
          : step === "connecting"
            ? "The printer cannot be reached."
            : "The connection to the printer broke.",
      );
    });
  });
}
