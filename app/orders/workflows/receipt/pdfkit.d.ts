/** The parts of the package that the shop uses. Its published types do not allow switching a font feature off. */
declare module "pdfkit" {
  interface TextOptions {
    /** In points. */
    readonly width?: number;
    readonly align?: "right";
    readonly lineBreak?: boolean;
    /** OpenType features by their four-letter tags. */
    readonly features?: Readonly<Record<string, boolean>>;
  }

  export default class PDFDocument {
    constructor(options: {
      readonly size: "A4" | "LETTER";
      readonly margin: number;
      readonly lang: string;
      readonly displayTitle: boolean;
      readonly info: { readonly Title: string; readonly Author: string };
    });
    /** From the top, in points. */
    y: number;
    readonly page: { readonly width: number; maxY(): number };
    on(event: "data", listener: (chunk: Buffer) => void): this;
    on(event: "end", listener: () => void): this;
    on(event: "error", listener: (error: Error) => void): this;
    registerFont(name: string, file: Buffer): this;
    font(name: string): this;
    fontSize(size: number): this;
    text(text: string, x: number, y: number, options: TextOptions): this;
    widthOfString(text: string, options: TextOptions): number;
    heightOfString(text: string, options: TextOptions): number;
    moveTo(x: number, y: number): this;
    lineTo(x: number, y: number): this;
    lineWidth(width: number): this;
    stroke(): this;
    addPage(): this;
    end(): void;
  }
}
