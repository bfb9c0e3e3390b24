import type { FooterMenu, MenuItem, TopMenu, TopMenuItem } from "#app/content/domain/menu.ts";
import type { SeedIds } from "./promotions.ts";

/** The top menu: five entries and one page; the kitchen and the drinks have submenus. */
export function seedTopMenu(ids: SeedIds): TopMenu {
  const category = (key: string, text: string, children: readonly TopMenuItem[] = []): TopMenuItem => ({
    id: `top-${key}`,
    type: "category",
    text,
    categoryId: ids.category(key),
    children,
  });
  return [
    category("breakfast", "Breakfast"),
    category("bakery", "Bakery", [
      category("bread", "Bread"),
      category("pastry", "Pastry & doughnuts"),
      category("cakes", "Cakes & cookies"),
    ]),
    {
      id: "top-kitchen",
      type: "text",
      text: "Kitchen",
      children: [
        category("sandwiches", "Sandwiches & wraps"),
        category("grill", "Burgers & grill", [category("burgers", "Burgers"), category("from-the-grill", "From the grill")]),
        category("pizza", "Pizza"),
        category("bowls", "Bowls & noodles"),
        category("sides", "Sides & soups"),
      ],
    },
    category("sweets", "Sweets"),
    category("drinks", "Drinks", [category("coffee", "Coffee"), category("tea", "Tea & chocolate"), category("cold", "Cold drinks")]),
    { id: "top-about", type: "link", text: "About us", url: "/about", openInNewTab: false, children: [] },
  ];
}

export function seedFooterMenu(ids: SeedIds): FooterMenu {
  const category = (key: string, text: string): MenuItem => ({
    id: `footer-${key}`,
    type: "category",
    text,
    categoryId: ids.category(key),
  });
  const link = (id: string, text: string, url: string, openInNewTab = false): MenuItem => ({
    id: `footer-${id}`,
    type: "link",
    text,
    url,
    openInNewTab,
  });
  return [
    {
      id: "footer-menu",
      title: "On the menu",
      items: [category("bakery", "Bakery"), category("grill", "Burgers & grill"), category("pizza", "Pizza"), category("drinks", "Drinks")],
    },
    {
      id: "footer-shop",
      title: "Good to know",
      items: [
        link("about", "About us", "/about"),
        link("delivery", "Delivery and pickup", "/delivery"),
        link("allergens", "Allergens", "/allergens"),
        link("privacy", "Privacy", "/privacy"),
        link("accessibility", "Accessibility", "/accessibility"),
      ],
    },
    {
      id: "footer-hello",
      title: "Say hello",
      items: [
        link("call", "(416) 555-0142", "tel:+14165550142"),
        link("write", "hello@copperbell.example", "mailto:hello@copperbell.example"),
        link("map", "Find us on the map", "https://www.openstreetmap.org/search?query=Toronto", true),
        { id: "footer-bell", type: "text", text: "Ring the bell; somebody always comes." },
      ],
    },
  ];
}
