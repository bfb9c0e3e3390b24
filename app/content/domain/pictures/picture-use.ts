/** One use of a picture. */
export interface PictureUse {
  readonly kind: "product" | "category" | "page" | "setting";
  readonly id: number;
  readonly name: string;
}
