import { z } from "zod";

/** The pages of the guide (docs/guide/), in the order an owner needs them. */
export const GUIDE_SLUGS = [
  "open-your-shop",
  "a-busy-evening",
  "menu",
  "promotions",
  "refunds-and-payment-problems",
  "staff-and-security",
  "import",
  "backup",
] as const;
export type GuideSlug = (typeof GUIDE_SLUGS)[number];

export const guideQuery = z.object({ page: z.enum(GUIDE_SLUGS).default(GUIDE_SLUGS[0]) });
