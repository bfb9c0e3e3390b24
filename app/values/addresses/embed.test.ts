import { expect, test } from "vitest";
import { EMBED_FRAMES, parseEmbed } from "./embed.ts";

const VIDEO = "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ";

test.each([
  ["https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=x", VIDEO],
  ["https://youtu.be/dQw4w9WgXcQ?t=5", VIDEO],
  ["https://m.youtube.com/shorts/dQw4w9WgXcQ", VIDEO],
  [`<iframe width="560" src="https://www.youtube.com/embed/dQw4w9WgXcQ?si=1&amp;x=2" onload="x()"></iframe>`, VIDEO],
  ["https://vimeo.com/76979871", "https://player.vimeo.com/video/76979871?dnt=1"],
  ["https://player.vimeo.com/video/76979871?h=8272103f6e", "https://player.vimeo.com/video/76979871?dnt=1&h=8272103f6e"],
  ["https://www.google.com/maps/place/CN+Tower/@43.6,-79.3,17z", "https://www.google.com/maps?q=CN%20Tower&output=embed"],
  ["https://maps.google.com/?q=1 Main St, Toronto", "https://www.google.com/maps?q=1%20Main%20St%2C%20Toronto&output=embed"],
  [
    '<iframe src="https://www.google.com/maps/embed?pb=!1m18!2d-79.38!3d43.64!1m2!1s0x882b:0xd6!2sCN%20Tower!5e0"></iframe>',
    "https://www.google.com/maps?q=CN%20Tower&output=embed",
  ],
  ["https://www.google.com/maps/embed?pb=!1m14!2d-79.38!3d43.64", "https://www.google.com/maps?q=43.64%2C-79.38&output=embed"],
  [
    "https://www.openstreetmap.org/export/embed.html?bbox=-79.4,43.6,-79.3,43.7&layer=evil&marker=43.6,-79.3",
    "https://www.openstreetmap.org/export/embed.html?bbox=-79.4,43.6,-79.3,43.7&layer=mapnik&marker=43.6,-79.3",
  ],
])("%s is framed as %s, which the content policy allows, and reads back the same", (text, frame) => {
  const embed = parseEmbed(text);
  expect(embed?.frame).toBe(frame);
  expect(EMBED_FRAMES.some((allowed) => frame.startsWith(allowed))).toBe(true);
  expect(parseEmbed(embed?.href ?? "")).toEqual(embed);
});

test.each([
  "",
  "dQw4w9WgXcQ",
  "javascript:alert(1)",
  "http://www.youtube.com/watch?v=dQw4w9WgXcQ",
  "https://www.youtube.com/watch?v=short",
  "https://www.youtube.com.evil.example/watch?v=dQw4w9WgXcQ",
  "https://user@www.youtube.com/watch?v=dQw4w9WgXcQ",
  "https://vimeo.com/76979871/<script>",
  "https://www.google.com/search?q=x",
  "https://www.google.com/maps/place/%E0%A4%A/",
  "https://www.openstreetmap.org/export/embed.html?bbox=1,2,3,x",
  "https://evil.example/maps?q=x",
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
])("%j is nothing that pages may frame", (text) => {
  expect(parseEmbed(text)).toBeNull();
});
