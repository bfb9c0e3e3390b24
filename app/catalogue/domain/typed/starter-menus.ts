import type { MoneyFormat } from "#app/values/money.ts";
import { shownAmount } from "#app/values/money/stored-amount.ts";

/** Starter menus in the format of `parseTypedMenu`; owners change names and prices before or after adding them. */
export const STARTER_MENUS = {
  bakery: {
    label: "Bakery",
    text: `Breads
Country sourdough 8.50
  Naturally leavened, baked every morning.
  Sliced: No, Yes
Rye loaf 7.50
  Sliced: No, Yes
Baguette 3.75
Seeded multigrain 7.95
  Sliced: No, Yes
Focaccia 6.50
  With rosemary and sea salt.

Pastries
Butter croissant 3.50
Pain au chocolat 3.95
Cinnamon roll 4.25
Almond croissant 4.75
Blueberry muffin 3.50

Cakes and drinks
Carrot cake 6.00
  Size: Slice, Whole cake +36.00
Lemon tart 5.50
Filter coffee 2.75
  Size: Small, Large +0.75
Latte 4.25
  Milk: Whole milk, Oat milk +0.75
`,
  },
  cafe: {
    label: "Café",
    text: `Coffee and tea
Espresso 3.00
  Shot: Single, Double +1.00
Americano 3.50
  Size: Small, Large +0.75
Cappuccino 4.25
  Size: Small, Large +0.75
  Milk: Whole milk, Skim milk, Oat milk +0.75
Latte 4.50
  Size: Small, Large +0.75
  Milk: Whole milk, Skim milk, Oat milk +0.75
Iced coffee 4.25
Pot of tea 3.75
  Tea: Black, Green, Peppermint

Breakfast
Granola with yogurt 8.50
Avocado toast 11.50
  Egg: No egg, Poached egg +2.50
Breakfast sandwich 9.50
  Bread: Bagel, Croissant +1.00
Bagel with cream cheese 5.50

Lunch and sweets
Soup of the day 8.00
Grilled cheese 10.50
Chicken caesar wrap 12.50
Banana bread 4.00
Chocolate chip cookie 3.25
`,
  },
  restaurant: {
    label: "Restaurant",
    text: `Starters
Garlic bread 6.50
Soup of the day 8.50
Caesar salad 12.00
  Chicken: Without, Grilled chicken +5.00
Chicken wings 14.00
  Sauce: Mild, Medium, Hot, Honey garlic

Mains
Classic burger 16.50
  Side: Fries, Green salad +1.50
  Cheese: No cheese, Cheddar +1.50
Veggie burger 15.50
  Side: Fries, Green salad +1.50
Margherita pizza 16.00
  Size: 10 inch, 14 inch +5.00
Pepperoni pizza 18.00
  Size: 10 inch, 14 inch +5.00
Fish and chips 18.50
Spaghetti bolognese 17.00

Desserts and drinks
Chocolate cake 8.00
Ice cream 6.00
  Flavour: Vanilla, Chocolate, Strawberry
Soft drink 3.00
  Drink: Cola, Diet cola, Ginger ale, Sparkling water
Lemonade 4.00
`,
  },
  grocer: {
    label: "Grocer",
    text: `Fruit and vegetables
Apples, 1 kg 4.50
  Kind: Gala, Granny Smith, Honeycrisp +1.00
Bananas, bunch 2.25
Lemons, bag of five 3.50
Tomatoes on the vine, 500 g 3.95
Romaine lettuce 3.25
Potatoes, 2 kg 5.50

Dairy and eggs
Milk, 2 L 5.25
  Fat: Whole, 2%, Skim
Butter, 454 g 6.75
Free-range eggs, dozen 5.95
Aged cheddar, 300 g 8.50

Pantry
Spaghetti, 500 g 2.75
Basmati rice, 1 kg 5.50
Olive oil, 750 mL 13.50
Ground coffee, 340 g 12.00
  Roast: Medium, Dark
Dark chocolate bar 4.25
`,
  },
} as const satisfies Record<string, { readonly label: string; readonly text: string }>;

export type StarterMenu = keyof typeof STARTER_MENUS;

/** A starter menu with amounts in the shop's format: the digits stay, 8.50 is 850 in a currency without decimals. */
export function menuTextIn(text: string, format: MoneyFormat): string {
  return text.replaceAll(/\d+\.\d\d/g, (amount) => shownAmount(amount, format));
}
