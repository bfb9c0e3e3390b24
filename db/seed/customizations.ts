import type { SeedTemplate } from "./menu-types.ts";

/** Every question the kitchen asks, written once and linked to the products that need it. */
export const SEED_TEMPLATES: readonly SeedTemplate[] = [
  {
    key: "cup", name: "Cup size", title: "Size", kind: "single", min: 1, max: 1,
    options: [
      { key: "small", name: "Small, 8 oz", kitchenName: "S" },
      { key: "regular", name: "Regular, 12 oz", kitchenName: "R", price: 60, isDefault: true },
      { key: "large", name: "Large, 16 oz", kitchenName: "L", price: 110 },
    ],
  },
  {
    key: "milk", name: "Milk", title: "Milk", kind: "single", min: 1, max: 1,
    options: [
      { key: "whole", name: "Whole milk", isDefault: true, allergens: ["milk"], calories: 90 },
      { key: "skim", name: "Skim milk", allergens: ["milk"], calories: 50 },
      { key: "oat", name: "Oat", price: 80, allergens: ["gluten"], dietary: ["vegan"], calories: 80 },
      { key: "almond", name: "Almond", price: 80, allergens: ["nuts"], dietary: ["vegan"], calories: 40 },
      { key: "soy", name: "Soy", price: 60, allergens: ["soy"], dietary: ["vegan"], calories: 70 },
    ],
  },
  {
    key: "barista", name: "Barista extras", title: "Make it yours", kind: "quantity", max: 4, maxPerOption: 3,
    options: [
      { key: "shot", name: "Extra shot", kitchenName: "+SHOT", price: 90 },
      { key: "vanilla", name: "Vanilla syrup", price: 70, calories: 40 },
      { key: "caramel", name: "Burnt caramel", price: 70, allergens: ["milk"], calories: 50 },
      { key: "cinnamon", name: "Cinnamon dust" },
    ],
  },
  {
    key: "sweetness", name: "Sweetness", title: "How sweet?", kind: "single", min: 1, max: 1,
    options: [
      { key: "none", name: "Not at all", kitchenName: "0%" },
      { key: "half", name: "Half", kitchenName: "50%" },
      { key: "full", name: "The way we like it", kitchenName: "100%", isDefault: true },
    ],
  },
  {
    key: "tea", name: "Tea leaf", title: "Which tea?", kind: "single", min: 1, max: 1, kitchenLabel: "TEA",
    options: [
      { key: "breakfast", name: "Breakfast", isDefault: true },
      { key: "earl-grey", name: "Earl grey" },
      { key: "mint", name: "Mint" },
      { key: "chamomile", name: "Chamomile" },
    ],
  },
  {
    key: "eggs", name: "Egg style", title: "Your eggs", kind: "single", min: 1, max: 1, kitchenLabel: "EGGS",
    options: [
      { key: "sunny", name: "Sunny side up", isDefault: true },
      { key: "over", name: "Over easy" },
      { key: "scrambled", name: "Soft scrambled" },
      { key: "poached", name: "Poached" },
    ],
  },
  {
    key: "bread", name: "Bread choice", title: "On which bread?", kind: "single", min: 1, max: 1, kitchenLabel: "ON",
    options: [
      { key: "sourdough", name: "Sourdough", isDefault: true, allergens: ["gluten"] },
      { key: "rye", name: "Dark rye", allergens: ["gluten"] },
      { key: "brioche", name: "Brioche", price: 50, allergens: ["gluten", "milk", "eggs"] },
      { key: "free", name: "Gluten-free seeded", kitchenName: "GF", price: 175, allergens: ["sesame"], dietary: ["gluten-free"] },
    ],
  },
  {
    key: "doneness", name: "Doneness", title: "How should we cook it?", kind: "single", min: 1, max: 1,
    options: [
      { key: "rare", name: "Rare", kitchenName: "R" },
      { key: "medium-rare", name: "Medium rare", kitchenName: "MR", isDefault: true },
      { key: "medium", name: "Medium", kitchenName: "M" },
      { key: "medium-well", name: "Medium well", kitchenName: "MW" },
      { key: "well", name: "Well done", kitchenName: "WD" },
    ],
  },
  {
    key: "grill-extras", name: "Grill extras", title: "Add to it", kind: "quantity", max: 6, maxPerOption: 2,
    options: [
      { key: "bacon", name: "Maple bacon", price: 250, calories: 120 },
      { key: "cheddar", name: "Aged cheddar", price: 150, allergens: ["milk"], dietary: ["vegetarian"], calories: 110 },
      { key: "egg", name: "Fried egg", price: 180, allergens: ["eggs"], dietary: ["vegetarian"], calories: 90 },
      { key: "avocado", name: "Half an avocado", price: 225, dietary: ["vegan"], calories: 120 },
      { key: "onions", name: "Slow-cooked onions", price: 80, dietary: ["vegan"], calories: 40 },
      { key: "patty", name: "Another patty", price: 475, calories: 280 },
    ],
  },
  {
    key: "leave-out", name: "Leave out", title: "Leave something out", kind: "multiple", kitchenLabel: "NO",
    options: [
      { key: "onion", name: "Onion" },
      { key: "pickles", name: "Pickles" },
      { key: "tomato", name: "Tomato" },
      { key: "lettuce", name: "Lettuce" },
      { key: "sauce", name: "Sauce" },
    ],
  },
  {
    key: "sauces", name: "Dips and sauces", title: "Dips", kind: "multiple", max: 4, free: 1,
    options: [
      { key: "aioli", name: "Garlic aioli", price: 100, allergens: ["eggs", "mustard"], dietary: ["vegetarian"] },
      { key: "barbecue", name: "Smoky barbecue", price: 100, allergens: ["mustard"], dietary: ["vegan"] },
      { key: "hot-honey", name: "Hot honey", price: 100, dietary: ["vegetarian", "spicy"] },
      { key: "ranch", name: "Buttermilk ranch", price: 100, allergens: ["milk", "eggs"], dietary: ["vegetarian"] },
      { key: "truffle", name: "Truffle mayo", price: 175, notIncluded: true, allergens: ["eggs", "mustard"], dietary: ["vegetarian"] },
    ],
  },
  {
    key: "combo", name: "Make it a combo", title: "On its own or as a combo?", kind: "single", min: 1, max: 1,
    options: [
      { key: "alone", name: "On its own", kitchenName: "SOLO", isDefault: true },
      { key: "combo", name: "Combo: a side and a drink", kitchenName: "COMBO", price: 695 },
    ],
  },
  {
    key: "combo-side", name: "Combo side", title: "Your side", kind: "single", min: 1, max: 1, showWhen: ["combo/combo"], kitchenLabel: "SIDE",
    options: [
      { key: "fries", name: "Hand-cut fries", isDefault: true },
      { key: "wedges", name: "Sweet potato wedges", price: 100 },
      { key: "greens", name: "Little green salad" },
      { key: "soup", name: "Cup of soup", price: 150 },
    ],
  },
  {
    key: "combo-drink", name: "Combo drink", title: "Your drink", kind: "single", min: 1, max: 1, showWhen: ["combo/combo"], kitchenLabel: "DRINK",
    options: [
      { key: "cola", name: "Cola" },
      { key: "lemonade", name: "House lemonade", price: 50 },
      { key: "sparkling", name: "Sparkling water" },
      { key: "iced-tea", name: "Cold-brewed iced tea", price: 50 },
    ],
  },
  {
    key: "pizza-size", name: "Pizza size", title: "Size", kind: "single", min: 1, max: 1,
    options: [
      { key: "ten", name: "10 inch, for one", kitchenName: '10"', isDefault: true },
      { key: "thirteen", name: "13 inch, for two", kitchenName: '13"', price: 600 },
      { key: "sixteen", name: "16 inch, for the table", kitchenName: '16"', price: 1100 },
    ],
  },
  {
    key: "crust", name: "Pizza crust", title: "Crust", kind: "single", min: 1, max: 1,
    options: [
      { key: "classic", name: "Classic, puffy rim", isDefault: true, allergens: ["gluten"] },
      { key: "thin", name: "Thin and crisp", allergens: ["gluten"] },
      {
        key: "stuffed", name: "Mozzarella in the rim", kitchenName: "STUFFED", price: 300, allergens: ["gluten", "milk"],
        priceBy: { "pizza-size/thirteen": 400, "pizza-size/sixteen": 500 },
      },
    ],
  },
  {
    key: "toppings", name: "Pizza toppings", title: "More on top", help: "Prices grow with the pizza.", kind: "quantity", max: 8, maxPerOption: 2,
    options: [
      { key: "mushrooms", name: "Roasted mushrooms", price: 175, priceBy: { "pizza-size/thirteen": 250, "pizza-size/sixteen": 325 }, dietary: ["vegan"] },
      { key: "pepperoni", name: "Pepperoni", price: 225, priceBy: { "pizza-size/thirteen": 325, "pizza-size/sixteen": 425 } },
      { key: "olives", name: "Green olives", price: 150, priceBy: { "pizza-size/thirteen": 200, "pizza-size/sixteen": 275 }, dietary: ["vegan"] },
      { key: "chillies", name: "Pickled chillies", price: 125, priceBy: { "pizza-size/thirteen": 175, "pizza-size/sixteen": 225 }, dietary: ["vegan", "spicy"] },
      { key: "mozzarella", name: "Extra mozzarella", price: 250, priceBy: { "pizza-size/thirteen": 350, "pizza-size/sixteen": 450 }, allergens: ["milk"], dietary: ["vegetarian"] },
      { key: "rocket", name: "Rocket, after the oven", price: 150, priceBy: { "pizza-size/thirteen": 200, "pizza-size/sixteen": 250 }, dietary: ["vegan"] },
    ],
  },
  {
    key: "base", name: "Bowl base", title: "Start with", kind: "single", min: 1, max: 1,
    options: [
      { key: "rice", name: "Short-grain rice", isDefault: true, dietary: ["vegan", "gluten-free"] },
      { key: "grains", name: "Farro and barley", allergens: ["gluten"], dietary: ["vegan"] },
      { key: "leaves", name: "Dark leaves", dietary: ["vegan", "gluten-free"] },
    ],
  },
  {
    key: "protein", name: "Protein", title: "Add some protein", kind: "single", min: 1, max: 1,
    options: [
      { key: "tofu", name: "Crisp tofu", isDefault: true, allergens: ["soy"], dietary: ["vegan"], calories: 180 },
      { key: "egg", name: "Soft egg", allergens: ["eggs"], dietary: ["vegetarian"], calories: 80 },
      { key: "chicken", name: "Grilled chicken", price: 350, calories: 210 },
      { key: "salmon", name: "Miso salmon", price: 595, allergens: ["fish", "soy"], calories: 260 },
      { key: "none", name: "None, thank you", price: -150 },
    ],
  },
  {
    key: "heat", name: "Heat", title: "How hot?", kind: "single", min: 1, max: 1, kitchenLabel: "HEAT",
    options: [
      { key: "mild", name: "Mild", isDefault: true },
      { key: "medium", name: "Warm", kitchenName: "MED" },
      { key: "hot", name: "Hot", kitchenName: "HOT", dietary: ["spicy"] },
      { key: "sorry", name: "You will be sorry", kitchenName: "SORRY", dietary: ["spicy"] },
    ],
  },
  {
    key: "scoops", name: "Ice cream flavours", title: "Choose your scoops", kind: "quantity", min: 2, max: 2, maxPerOption: 2,
    options: [
      { key: "vanilla", name: "Vanilla bean", allergens: ["milk", "eggs"], dietary: ["vegetarian"] },
      { key: "chocolate", name: "Dark chocolate", allergens: ["milk"], dietary: ["vegetarian"] },
      { key: "pistachio", name: "Pistachio", price: 75, allergens: ["milk", "nuts"], dietary: ["vegetarian"] },
      { key: "strawberry", name: "Strawberry sorbet", dietary: ["vegan"] },
      { key: "maple", name: "Maple and walnut", price: 50, allergens: ["milk", "nuts"], dietary: ["vegetarian"] },
    ],
  },
  {
    key: "doughnuts", name: "Doughnut box", title: "Fill the box", help: "Any mix you like.", kind: "quantity", min: 6, max: 6, maxPerOption: 6,
    options: [
      { key: "glazed", name: "Vanilla glaze", allergens: ["gluten", "milk", "eggs"] },
      { key: "raspberry", name: "Raspberry sugar", allergens: ["gluten", "milk", "eggs"] },
      { key: "chocolate", name: "Chocolate", allergens: ["gluten", "milk", "eggs"] },
      { key: "custard", name: "Custard filled", price: 50, allergens: ["gluten", "milk", "eggs"] },
    ],
  },
  {
    key: "message", name: "Cake message", title: "What should it say?", help: "We pipe it in chocolate. Forty characters fit.", kind: "text", maxLength: 40, kitchenLabel: "WRITE",
  },
  {
    key: "notes", name: "Cooking notes", title: "Cooking notes", help: "We read every one and do what we can, but cannot promise changes.", kind: "text", maxLength: 140, kitchenLabel: "NOTE",
  },
];
