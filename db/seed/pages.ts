import { accessibilityStatement } from "#app/content/domain/accessibility-statement.ts";

export interface SeedPage {
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly html: string;
}

/** The pages every small shop needs, in the shop's own voice. */
export const SEED_PAGES: readonly SeedPage[] = [
  {
    slug: "about",
    title: "About the Copper Bell",
    summary: "A bakery until two, a kitchen until late, and the same people all day.",
    html: `<p>The bell over the door is older than the street’s name. It hung in a mill, then in a school, and since 2011 it rings for us whenever somebody comes in hungry.</p>
<h2>Who is behind the counter</h2>
<p>Mina bakes. She is here from four, and the sourdough starter, Agnes, is hers. Theo runs the grill and believes that most problems are a question of heat. Between them there are eleven of us, and everyone eats lunch together at three.</p>
<h2>What we care about</h2>
<ul>
<li>Bread that takes its time: thirty-six hours, every loaf.</li>
<li>Meat from farms we have visited, and a menu that does not need any.</li>
<li>Prices that are the prices. What you see in the cart is what you pay.</li>
</ul>
<h2>Come by</h2>
<p>You will find us at 41 Millrace Lane, under the bell. If you cannot come, <a href="/delivery">we come to you</a>.</p>`,
  },
  {
    slug: "delivery",
    title: "Delivery and pickup",
    summary: "How food gets from our oven to your table.",
    html: `<h2>Pickup</h2>
<p>Order, and we tell you when it is ready, usually in twenty minutes. Come to the side window with your order number. Press <strong>I’m here</strong> on the order page and we bring it out.</p>
<h2>Delivery</h2>
<p>Our riders cover most of downtown by bicycle. Delivery costs $4.50, and nothing for orders from $50. It takes about forty-five minutes, a little more when it snows.</p>
<ul>
<li>Hot things and cold things travel in different bags.</li>
<li>Noodles and soup travel apart and meet at your table.</li>
<li>Soft-serve does not travel. We have tried.</li>
</ul>
<h2>If something is wrong</h2>
<p>Call us at <a href="tel:+14165550142">(416) 555-0142</a> while it is still warm. We will make it again or give you your money back, whichever you prefer.</p>`,
  },
  {
    slug: "allergens",
    title: "Allergens",
    summary: "What is in our food, and what we cannot promise.",
    html: `<p>Every product page lists the allergens of the dish as we make it, and every option lists its own. Choosing an option may add one: oat milk contains gluten, for example.</p>
<table>
<caption>Where the common ones are</caption>
<thead><tr><th scope="col">Allergen</th><th scope="col">Mostly in</th></tr></thead>
<tbody>
<tr><td>Gluten</td><td>Bread, pastry, pizza, burger buns, noodles</td></tr>
<tr><td>Milk</td><td>Pastry, pizza, coffee with milk, ice cream</td></tr>
<tr><td>Eggs</td><td>Breakfast, cakes, aioli, ramen</td></tr>
<tr><td>Nuts and peanuts</td><td>Granola, curry, pistachio and maple ice cream, chocolate</td></tr>
<tr><td>Fish and shellfish</td><td>Salmon bagel, maki, tempura</td></tr>
<tr><td>Sesame, soy, mustard</td><td>Bagels, dumplings, ramen, several sauces</td></tr>
</tbody>
</table>
<p>We are a small kitchen with one oven and a lot of flour in the air. <strong>We cannot promise that anything is free of traces.</strong> If you have a severe allergy, please call before you order.</p>`,
  },
  {
    slug: "privacy",
    title: "Privacy",
    summary: "What we keep, for how long, and why.",
    html: `<p>We keep what we need to cook and deliver your order, and nothing to follow you around.</p>
<ul>
<li><strong>Your order</strong>: name, email, telephone and, for delivery, the address. Tax law makes us keep receipts for seven years.</li>
<li><strong>Your card</strong>: never reaches us. The payment company handles it and tells us only that it worked.</li>
<li><strong>Cookies</strong>: one, for your cart. No advertising, no trackers.</li>
</ul>
<p>Write to <a href="mailto:hello@copperbell.example">hello@copperbell.example</a> to see, correct or delete what we have about you.</p>`,
  },
  accessibilityStatement("(416) 555-0142"),
];
