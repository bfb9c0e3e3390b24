/** One place where a picture stands. */
export interface PictureUse {
  readonly kind: "product" | "category" | "page" | "setting";
  readonly id: number;
  readonly name: string;
}
