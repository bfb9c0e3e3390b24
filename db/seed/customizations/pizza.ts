import type { SeedTemplate } from "#db/seed/menu-types.ts";

/** Customizations of pizza. */
export const PIZZA_TEMPLATES: readonly SeedTemplate[] = [
  {
    key: "pizza-size",
    name: "Pizza size",
    title: "Size",
    kind: "single",
    min: 1,
    max: 1,
    options: [
      { key: "ten", name: "10 inch, for one", kitchenName: '10"', isDefault: true },
      { key: "thirteen", name: "13 inch, for two", kitchenName: '13"', price: 600 },
      { key: "sixteen", name: "16 inch, for the table", kitchenName: '16"', price: 1100 },
    ],
  },
  {
    key: "crust",
    name: "Pizza crust",
    title: "Crust",
    kind: "single",
    min: 1,
    max: 1,
    options: [
      { key: "classic", name: "Classic, puffy rim", isDefault: true, allergens: ["gluten"] },
      { key: "thin", name: "Thin and crisp", allergens: ["gluten"] },
      {
        key: "stuffed",
        name: "Mozzarella in the rim",
        kitchenName: "STUFFED",
        price: 300,
        allergens: ["gluten", "milk"],
        priceBy: { "pizza-size/thirteen": 400, "pizza-size/sixteen": 500 },
      },
    ],
  },
  {
    key: "toppings",
    name: "Pizza toppings",
    title: "More on top",
    help: "Prices grow with the pizza.",
    kind: "quantity",
    max: 8,
    maxPerOption: 2,
    options: [
      {
        key: "mushrooms",
        name: "Roasted mushrooms",
        price: 175,
        priceBy: { "pizza-size/thirteen": 250, "pizza-size/sixteen": 325 },
        dietary: ["vegan"],
      },
      { key: "pepperoni", name: "Pepperoni", price: 225, priceBy: { "pizza-size/thirteen": 325, "pizza-size/sixteen": 425 } },
      {
        key: "olives",
        name: "Green olives",
        price: 150,
        priceBy: { "pizza-size/thirteen": 200, "pizza-size/sixteen": 275 },
        dietary: ["vegan"],
      },
      {
        key: "chillies",
        name: "Pickled chillies",
        price: 125,
        priceBy: { "pizza-size/thirteen": 175, "pizza-size/sixteen": 225 },
        dietary: ["vegan", "spicy"],
      },
      {
        key: "mozzarella",
        name: "Extra mozzarella",
        price: 250,
        priceBy: { "pizza-size/thirteen": 350, "pizza-size/sixteen": 450 },
        allergens: ["milk"],
        dietary: ["vegetarian"],
      },
      {
        key: "rocket",
        name: "Rocket, after the oven",
        price: 150,
        priceBy: { "pizza-size/thirteen": 200, "pizza-size/sixteen": 250 },
        dietary: ["vegan"],
      },
    ],
  },
];
