import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { insertMedia } from "#app/media/data/media.server.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { presentHtml } from "./page-html.server.ts";
import { pages } from "./tables.ts";

const { db } = await createTestDatabase();
const KEY = `ab/ab${"0".repeat(30)}`;

test("links to a page follow its address", async () => {
  const [row] = await db.insert(pages).values({ slug: "about", title: "About", html: "", status: "published" }).returning({ id: pages.id });
  const id = row?.id ?? 0;
  const link = `<p><a class="button" data-page="${id}" href="/about">Us</a> <a href="/about">old</a> <a data-page="999" href="/gone">x</a></p>`;
  await db.update(pages).set({ slug: "who/we-are" }).where(eq(pages.id, id));
  expect(await presentHtml(db, link)).toBe(
    `<p><a href="/who/we-are" class="button">Us</a> <a href="/about">old</a> <a href="/gone">x</a></p>`,
  );
  await db.update(pages).set({ status: "draft" }).where(eq(pages.id, id));
  expect(await presentHtml(db, link)).toContain(`<a class="button" href="/about">Us</a>`);
});

test("renders a picture in all sizes with alt text", async () => {
  const variants = [320, 640].flatMap((width) => [
    { key: `${KEY}-${width}.avif`, width, height: width, format: "avif" as const },
    { key: `${KEY}-${width}.jpg`, width, height: width, format: "jpeg" as const },
  ]);
  const file = { key: `${KEY}.png`, fileName: "b.png", mimeType: "image/png", contentHash: "ab", byteSize: 1, width: 640, height: 640 };
  await insertMedia(db, { ...file, alt: `Bread "&" <butter>`, colour: "#fff", variants, placeholder: "" });
  const html = await presentHtml(db, `<img src="/media/${KEY}-320.jpg" alt="Our &quot;best&quot;"><img src="/media/${KEY}.webp">`);
  expect(html).toContain(`<source type="image/avif" srcset="/media/${KEY}-320.avif 320w, /media/${KEY}-640.avif 640w"`);
  expect(html).toContain(`src="/media/${KEY}-640.jpg" srcset="/media/${KEY}-320.jpg 320w, /media/${KEY}-640.jpg 640w"`);
  expect(html).toContain(`alt="Our &quot;best&quot;"`);
  expect(html).toContain(`alt="Bread &quot;&amp;&quot; &lt;butter&gt;"`);
});

test("renders embeds as click-to-load links", async () => {
  const figure = (href: string) => `<figure data-embed="https://evil.example"><a href="${href}" onclick="x()">Our <b>oven</b></a></figure>`;
  expect(await presentHtml(db, `<figure data-embed="1"><a href="https://youtu.be/dQw4w9WgXcQ">Our oven</a></figure>`)).toBe(
    `<figure class="embed"><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ" rel="noopener nofollow" data-frame="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ">` +
      `<strong>Our oven</strong><span>Show from YouTube</span></a><figcaption>Nothing is sent to YouTube before you press.</figcaption></figure>`,
  );
  for (const href of ["https://evil.example/embed", "javascript:x()", "/about"])
    expect(await presentHtml(db, figure(href))).not.toMatch(/data-frame|iframe|javascript|onclick/);
});

test("makes a wide table scrollable by keyboard", async () => {
  expect(await presentHtml(db, "<table><tbody><tr><td>1</td></tr></tbody></table>")).toMatch(
    /^<div class="table-scroll" role="region" aria-label="Table" tabindex="0"><table>/,
  );
});
