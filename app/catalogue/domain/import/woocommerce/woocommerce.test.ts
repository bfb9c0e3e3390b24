import { expect, test } from "vitest";
import { wooProduct } from "./woocommerce.ts";

test.each([
  ["Brownie [gluten-free]", "<p>Brownie [gluten-free]</p>"],
  ["Curry [contains-nuts] [may_contain milk] [v]", "<p>Curry [contains-nuts] [may_contain milk] [v]</p>"],
  ["Sweets [products may contain nuts]", "<p>Sweets [products may contain nuts]</p>"],
  ["Table [for two] and [vegan-option available]", "<p>Table [for two] and [vegan-option available]</p>"],
  ["[vc_row][vc_column width='1/2']Soft[/vc_column][/vc_row]", "<p>Soft</p>"],
  [`[et_pb_section admin_label="x"]Warm[/et_pb_section][fusion_text]Sweet[/fusion_text]`, "<p>WarmSweet</p>"],
  [`Bread [gallery ids="1,2"][products limit="4" /][contact-form-7 id="3"][add_to_cart id="9"]`, "<p>Bread</p>"],
  [`[caption id="a" width="3"]Our oven[/caption]`, "<p>Our oven</p>"],
])("of a description of WooCommerce, %j, %j is left", (description, body) => {
  const record = { line: 2, cells: { name: "Food", description, regularPrice: "5" }, attributes: [] };
  const { rows } = wooProduct(record, [], "food", { decimal: ".", currency: "USD", now: new Date(0) });
  expect(rows[0]?.cells.body).toBe(body);
});
