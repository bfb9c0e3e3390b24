/** The sections of a configuration file, in order. */
export const CONFIGURATION_SECTIONS = ["settings", "templates", "pages", "home", "menus", "promotions", "roles"] as const;
export type ConfigurationSection = (typeof CONFIGURATION_SECTIONS)[number];
