import type { SeedCategory } from "./menu-types.ts";

/** Nine categories, some with children. Hues are distinguishable. */
export const SEED_CATEGORIES: readonly SeedCategory[] = [
  {
    key: "breakfast",
    name: "Breakfast",
    description: "Served from open to close, because nobody should be told when to have eggs.",
    hue: 88,
    pictureOf: "waffle",
    children: [
      { key: "eggs", name: "Eggs & plates", description: "The savoury side of the morning.", hue: 88, pictureOf: "shakshuka" },
      { key: "sweet-breakfast", name: "Sweet mornings", description: "Griddle, iron and bowl.", hue: 64, pictureOf: "pancakes" },
    ],
  },
  {
    key: "bakery",
    name: "Bakery",
    description: "Out of the oven from six. What is gone is gone until tomorrow.",
    hue: 62,
    pictureOf: "baguettes",
    children: [
      { key: "bread", name: "Bread", description: "Long ferment, dark crust.", hue: 62, pictureOf: "sourdough" },
      { key: "pastry", name: "Pastry & doughnuts", description: "Butter, and plenty of it.", hue: 40, pictureOf: "doughnut" },
      {
        key: "cakes",
        name: "Cakes & cookies",
        description: "By the slice, by the piece, or the whole thing.",
        hue: 10,
        pictureOf: "cupcake",
      },
    ],
  },
  {
    key: "sandwiches",
    name: "Sandwiches & wraps",
    description: "On our own bread, cut in half, held together by a stick if it must be.",
    hue: 110,
    pictureOf: "tacos",
  },
  {
    key: "grill",
    name: "Burgers & grill",
    description: "Everything that meets the fire, cooked the way you say.",
    hue: 34,
    pictureOf: "steak-frites",
    children: [
      { key: "burgers", name: "Burgers", description: "Ground here every morning.", hue: 34, pictureOf: "double-smash" },
      { key: "from-the-grill", name: "From the grill", description: "Steaks, ribs and birds.", hue: 24, pictureOf: "ribs" },
    ],
  },
  {
    key: "pizza",
    name: "Pizza",
    description: "Three-day dough, a very hot oven, four minutes.",
    hue: 74,
    pictureOf: "margherita",
  },
  {
    key: "bowls",
    name: "Bowls & noodles",
    description: "One vessel, no compromises.",
    hue: 150,
    pictureOf: "grain-bowl",
    children: [
      { key: "salads", name: "Salads & grain bowls", description: "Dressed to order.", hue: 150, pictureOf: "market-salad" },
      { key: "noodles", name: "Noodles & dumplings", description: "Broths that started yesterday.", hue: 18, pictureOf: "ramen" },
    ],
  },
  {
    key: "sides",
    name: "Sides & soups",
    description: "Small things that make a plate a meal.",
    hue: 128,
    pictureOf: "fries",
  },
  {
    key: "sweets",
    name: "Sweets",
    description: "There is always room. It is a separate stomach.",
    hue: 355,
    pictureOf: "two-scoops",
  },
  {
    key: "drinks",
    name: "Drinks",
    description: "Hot, cold and in between.",
    hue: 232,
    pictureOf: "lemonade",
    children: [
      { key: "coffee", name: "Coffee", description: "Beans from a roaster three streets over.", hue: 50, pictureOf: "latte" },
      { key: "tea", name: "Tea & chocolate", description: "Loose leaf, proper pot.", hue: 140, pictureOf: "pot-of-tea" },
      { key: "cold", name: "Cold drinks", description: "Squeezed, shaken, sparkling.", hue: 232, pictureOf: "milk-tea" },
    ],
  },
];
