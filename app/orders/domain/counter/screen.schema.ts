import { z } from "zod";

/** The value of `SCREEN_HEADER`. */
export const screenHeader = z
  .string()
  .regex(/^[0-9a-f-]{36} (?:rings|silent)$/)
  .transform((text) => ({ id: text.slice(0, 36), isAudible: text.endsWith(" rings") }))
  .refine(({ id }) => z.guid().safeParse(id).success);
