import { z } from "zod";
import { PUBLIC_SETTING_KEYS } from "#app/store/domain/settings.ts";

/* Responses of the calls about the shop itself: settings, menus, categories, version, session. */

const id = z.int().min(1);

export const versionAnswer = z.strictObject({ version: z.string() });
export const badgeAnswer = z.int().min(0).meta({ description: "A bare number." });

/** Every public key is present; null = not set. */
export const siteSettingsAnswer = z
  .strictObject(Object.fromEntries(PUBLIC_SETTING_KEYS.map((key) => [key, z.unknown()])))
  .meta({ id: "SiteSettings" });

const seconds = z.int().meta({ description: "Seconds since 1970." });

export const closedBannerAnswer = z
  .strictObject({
    changes: z.array(z.tuple([seconds, z.string(), z.string()])).meta({
      description: 'From when on, the sentence ("" = open), and what staff add to it ("" = nothing). The earliest first.',
    }),
    until: seconds.meta({ description: "Seconds since 1970. From then on it has to be asked for again." }),
  })
  .meta({ id: "ClosedBanner" });

const menuItem = {
  id: z.string(),
  type: z.enum(["category", "text", "link"]),
  text: z.string(),
  categoryId: id.optional(),
  url: z.string().optional(),
  open_in_new_tab: z.boolean().optional(),
};

interface TopMenuItem {
  readonly children: readonly TopMenuItem[];
}

const topMenuItem: z.ZodType<TopMenuItem> = z
  .lazy(() => z.strictObject({ ...menuItem, children: z.array(topMenuItem) }))
  .meta({ id: "TopMenuItem" });
const footerColumn = z
  .strictObject({ id: z.string(), title: z.string().nullable(), items: z.array(z.strictObject(menuItem)) })
  .meta({ id: "FooterColumn" });

export const topMenuAnswer = z.array(topMenuItem);
export const footerMenuAnswer = z.array(footerColumn);
/** `site_top_menu` is a tree, `site_footer_menu` a list of columns. */
export const siteMenuAnswer = z.union([topMenuAnswer, footerMenuAnswer]);

interface Category {
  readonly children: readonly Category[];
}

const category: z.ZodType<Category> = z
  .lazy(() =>
    z.strictObject({
      id,
      name: z.string(),
      description: z.string(),
      image: z.string().nullable(),
      product_count: z.int().min(0),
      children: z.array(category),
    }),
  )
  .meta({ id: "Category" });

export const categoriesAnswer = z.array(category);

const user = z.looseObject({ id, email: z.string(), name: z.string(), roles: z.array(z.string()) }).meta({ id: "User" });
export const userAnswer = z.strictObject({ user });
export const meAnswer = z.looseObject({ ...user.shape, user }).meta({ description: "The user, and the same again as `user`." });
export const sessionAnswer = z.strictObject({ user: user.optional() }).meta({ description: "Empty when nobody is signed in." });
export const emptyAnswer = z.strictObject({});
export const receivedAnswer = z.strictObject({ received: z.literal(true) });
export const healthAnswer = z.strictObject({ status: z.string() });
