import { expect, test } from "vitest";
import { formatSrcSet, pictureSources, pictureUrl, type Picture } from "./picture.ts";

const picture: Picture = {
  base: "ab/abc",
  alt: "",
  width: 900,
  height: 600,
  background: "#ffffff",
  widths: { webp: [320, 640], jpeg: [320, 900] },
};

test("lists existing formats as sources, JPEG in img", () => {
  expect(pictureSources(picture)).toEqual([{ type: "image/webp", srcSet: "/media/ab/abc-320.webp 320w, /media/ab/abc-640.webp 640w" }]);
  expect(formatSrcSet(picture, "jpeg")).toBe("/media/ab/abc-320.jpg 320w, /media/ab/abc-900.jpg 900w");
});

test("addresses a CDN", () => {
  const base = "https://cdn.example/media";
  expect(pictureSources(picture, base)[0]?.srcSet).toBe(`${base}/ab/abc-320.webp 320w, ${base}/ab/abc-640.webp 640w`);
  expect(pictureUrl(picture, 320, base)).toBe(`${base}/ab/abc-320.jpg`);
});

test("picks the smallest sufficient width", () => {
  expect([100, 320, 321, 5000].map((width) => pictureUrl(picture, width))).toEqual(
    [320, 320, 900, 900].map((width) => `/media/ab/abc-${width}.jpg`),
  );
  expect(pictureUrl({ ...picture, widths: {} }, 320)).toBeNull();
});
