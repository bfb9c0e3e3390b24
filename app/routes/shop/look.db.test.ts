import sharp from "sharp";
import { beforeEach, expect, test } from "vitest";
import { listPictureUses } from "#app/content/data/pictures/picture-use.server.ts";
import { media } from "#app/media/data/tables.ts";
import { pictureBase } from "#app/media/domain/picture.ts";
import { hashPicture } from "#app/media/gateway/inspect-picture.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { readSettings, writeSettings, type SettingChanges } from "#app/store/data/site-settings.server.ts";
import { settings } from "#app/store/data/tables.ts";
import { openTestShop } from "#test/shop.ts";
import { openUploads } from "#test/uploads.ts";
import * as layout from "./layout.tsx";
import * as manifest from "./files/manifest.ts";
import * as shopImage from "./files/shop-image.ts";

const { services } = await openTestShop();
const { db } = services;
const { ana, picture, prepare, ready, rowOf, send } = openUploads(services);

beforeEach(async () => {
  await db.delete(settings);
  await db.delete(media);
});

const change = (changes: SettingChanges) =>
  inTransaction(db, (tx) => writeSettings(tx, services.secrets, changes, { userId: null, userName: "Test" }));
const baseOf = async (id: number) => pictureBase((await rowOf(id)).contentHash);
const imageAt = async (name: string) =>
  shopImage.loader({
    request: new Request("http://shop.test/shop-image/x"),
    params: { name },
    context: { get: () => services },
  } as never);

test("a shop with the default design sends no design data", async () => {
  expect((await ana.get(layout, "/")).data).toMatchObject({ look: {}, logo: null, icons: null });
});

test("every page has the shop's colour, font, cards and home layout", async () => {
  await change({ ACCENT_COLOR: "#7a1fa2", HEADING_FONT: "fraunces", CARD_STYLE: "rounded", HERO_STYLE: "pattern" });
  expect((await ana.get(layout, "/")).data).toMatchObject({
    look: {
      theme: "#7a1fa2",
      style: {
        "--color-primary": "#7a1fa2",
        "--font-display": '"Fraunces", "Fraunces Fallback", "Fraunces Linux Fallback", Georgia, serif',
      },
      cards: "rounded",
      hero: "pattern",
    },
  });
  expect((await ana.get(manifest, "/manifest.webmanifest")).data).toMatchObject({ theme_color: "#7a1fa2" });
});

test("serves logo and icon as PNG in their sizes", async () => {
  const logo = await baseOf(await ready(await picture(400, 100)));
  const icon = await baseOf(await ready(await picture(300, 300)));
  await change({ LOGO: logo, SHOP_ICON: icon });
  expect((await ana.get(layout, "/")).data).toMatchObject({ logo: { width: 400, height: 100 } });
  const sizes = { logo: [384, 96], "icon-180": [180, 180], "icon-512": [512, 512], "maskable-512": [512, 512] };
  for (const [name, size] of Object.entries(sizes)) {
    const image = await imageAt(name);
    expect(image.headers.get("Content-Type")).toBe("image/png");
    const { width, height, format } = await sharp(await image.arrayBuffer()).metadata();
    expect([name, format, width, height]).toEqual([name, "png", ...size]);
  }
  const { icons } = (await ana.get(manifest, "/manifest.webmanifest")).data as { icons: { src: string }[] };
  expect(icons.every(({ src }) => src.startsWith("/shop-image/"))).toBe(true);
  await expect(imageAt("nope")).rejects.toMatchObject({ status: 404 });
});

test("a design picture is in use, and its replacement is shown", async () => {
  const id = await ready(await picture());
  await change({ LOGO: await baseOf(id) });
  expect((await listPictureUses(db, [id])).get(id)).toEqual([{ kind: "setting", id: 0, name: "Logo" }]);
  const bytes = await picture();
  await send(bytes, "new.png", { replaces: String(id) });
  await prepare(id);
  const base = await baseOf(id);
  expect(base).toBe(pictureBase(hashPicture(bytes)));
  expect((await readSettings(db)).LOGO).toBe(base);
});
