/** The used part of the library, which has no types. */
declare module "@point-of-sale/receipt-printer-encoder" {
  export default class ReceiptPrinterEncoder {
    constructor(options: { readonly language: "esc-pos"; readonly columns: number; readonly feedBeforeCut: number });
    initialize(): this;
    codepage(name: "auto"): this;
    align(side: "left" | "center"): this;
    size(width: number, height: number): this;
    bold(isOn: boolean): this;
    invert(isOn: boolean): this;
    line(text: string): this;
    newline(count?: number): this;
    rule(options?: { readonly style: "single" | "double" }): this;
    cut(kind: "partial"): this;
    encode(): Uint8Array;
  }
}
