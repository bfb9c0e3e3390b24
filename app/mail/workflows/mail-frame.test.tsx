import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MailButton, MailFrame } from "./mail-frame.server.tsx";

const look = { primary: "#7a1fa2", logoUrl: "https://shop.example/shop-image/logo?v=1" };
const written = (shown: typeof look | undefined) =>
  renderToStaticMarkup(
    <MailFrame shopName="Rye & Co" look={shown}>
      <MailButton url="https://shop.example/x" label="Choose a password" look={shown} />
    </MailFrame>,
  );

test("shows the logo with the shop's name as its text, and buttons in its colour", () => {
  const html = written(look);
  expect(html).toContain('src="https://shop.example/shop-image/logo?v=1" alt="Rye &amp; Co"');
  expect(html).toMatch(/background:#7a1fa2[^>]*>Choose a password/);
});

test("shows the name in the shop's colour without a logo, also in emails stored by an earlier version", () => {
  expect(written({ ...look, logoUrl: "" })).toMatch(/color:#7a1fa2[^>]*>Rye &amp; Co/);
  expect(written(undefined)).toMatch(/color:#0e5a45[^>]*>Rye &amp; Co/);
});
