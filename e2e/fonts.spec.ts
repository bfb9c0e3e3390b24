import { expect, openPage, test } from "./fixtures.ts";

test("the first visit shows brand fonts without layout shift", async ({ page }) => {
  let painted = Promise.withResolvers<undefined>();
  await page.exposeFunction("isPainted", () => painted.resolve(undefined));
  await page.addInitScript(() => {
    const target = window as unknown as { isPainted: () => void; shift: number };
    target.shift = 0;
    // A busy browser paints partial HTML, and shifts it when the rest arrives: the fonts wait for all of it.
    let fontsFrom = Infinity;
    const hasPaint = new Promise<void>((resolve) => {
      new PerformanceObserver((list) => {
        if (list.getEntriesByName("first-contentful-paint").length > 0) resolve();
      }).observe({ type: "paint", buffered: true });
    });
    const hasHtml = new Promise<void>((resolve) => document.addEventListener("DOMContentLoaded", () => resolve()));
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const letFontsCome = async () => {
      await Promise.all([hasPaint, hasHtml]);
      await nextFrame();
      await nextFrame();
      fontsFrom = performance.now();
      target.isPainted();
    };
    void letFontsCome();
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        if (entry.startTime >= fontsFrom) target.shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.route(/\.woff2$/, async (route) => {
    await painted.promise;
    await route.continue();
  });
  for (const path of ["/", "/2/products", "/products/1"]) {
    painted = Promise.withResolvers<undefined>();
    await openPage(page, path);
    await expect(page.locator("body")).toHaveCSS("font-family", /^Figtree,/);
    await expect
      .poll(() => page.evaluate(() => ["400 16px Figtree", '700 16px "Bricolage Grotesque"'].map((font) => document.fonts.check(font))))
      .toEqual([true, true]);
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift), path).toBeLessThan(0.001);
  }
});

test("fallback fonts match the widths within three percent", async ({ page }) => {
  await openPage(page, "/");
  const ratios = await page.evaluate(async () => {
    const line = document.body.appendChild(document.createElement("span"));
    line.style.cssText = "position:absolute;white-space:nowrap;font-size:100px";
    line.textContent = "Slow-cooked pulled pork on a soft bun with house slaw, served warm. Add to order, from $16.50";
    const widthIn = (family: string, weight: number) => {
      Object.assign(line.style, { fontFamily: family, fontWeight: String(weight) });
      return line.getBoundingClientRect().width;
    };
    const found: Record<string, number> = {};
    const other = ["Nunito", "Oswald", "Fraunces", "Playfair Display"].map(
      (family) => [family, `"${family} Fallback", "${family} Linux Fallback"`, [600, 700]] as const,
    );
    for (const [family, fallback, weights] of [
      ["Figtree", `"Figtree Fallback", "Figtree Linux Fallback"`, [400, 600, 700]],
      ["Bricolage Grotesque", `"Bricolage Fallback", "Bricolage Linux Fallback"`, [400, 600, 700]],
      ...other,
    ] as const)
      for (const weight of weights) {
        await document.fonts.load(`${weight} 16px "${family}"`);
        found[`${family} ${weight}`] = widthIn(fallback, weight) / widthIn(`"${family}"`, weight);
      }
    return found;
  });
  expect(Object.entries(ratios).filter(([, ratio]) => Math.abs(ratio - 1) > 0.03)).toEqual([]);
});
