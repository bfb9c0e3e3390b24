/** Fields whose internal names would mislead a reader; others use the name in words. */
const FIELD_WORDS: Readonly<Record<string, string>> = {
  isHidden: "hidden",
  html: "text",
  descriptionHtml: "description",
  bodyHtml: "text",
  contentHash: "file",
  fileName: "name",
  parentId: "below",
  hue: "colour without a picture",
  pictureTexts: "words of pictures",
  deletedAt: "in the bin since",
  goesWith: "goes well with",
  compareAt: "price before",
  compareAtCents: "price before",
  priceDelta: "price",
  sku: "SKU",
  url: "address",
  slug: "address",
  seoTitle: "title for search engines",
  seoDescription: "description for search engines",
  weightGrams: "weight in grams",
  leadHours: "lead time in hours",
  maxPerOrder: "most per order",
  lowStock: "low stock level",
  weightUnit: "price per",
  weightStep: "step of the weight",
  weightMin: "least weight",
  focalX: "focal point from the left",
  focalY: "focal point from the top",
  minSelect: "at least",
  maxSelect: "at most",
  maxPerOption: "most of one option",
  freeCount: "included",
  kitchenName: "name on tickets",
  isDefault: "chosen at first",
  defaultQuantity: "how many at first",
  cap: "at most off",
  condition: "conditions",
  action: "gives",
  trigger: "who gets it",
  isExclusive: "never with other offers",
  schedule: "hours",
  showWhenOptionIds: "shown with options",
  priceOptionIds: "prices by options",
  countedCashCents: "counted cash",
  expectedCashCents: "expected cash",
};

/** "leadHours" → "lead time in hours", "priceCents" → "price". */
export function fieldWords(name: string): string {
  const plain = name
    .replace(/^is(?=[A-Z])|(?:Cents|Ids?|Html)$/g, "")
    .replaceAll(/(?<=[a-z])([A-Z])/g, " $1")
    .replaceAll("_", " ")
    .toLowerCase();
  return FIELD_WORDS[name] ?? plain;
}
