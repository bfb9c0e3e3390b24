import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanStoredHtml, plainTextOf, sanitizeHtml } from "./sanitize-html.server.ts";

test.each([
  ["<p>Fine <strong>text</strong></p>", "<p>Fine <strong>text</strong></p>"],
  ["<script>alert(1)</script><p>a</p>", "<p>a</p>"],
  ["<style>p{}</style><p style='color:red' onclick='x()' class='a' id='b'>a</p>", "<p>a</p>"],
  ["<h1>Title</h1>", "<h2>Title</h2>"],
  ["<a href='javascript:alert(1)'>x</a>", "<a>x</a>"],
  ["<a href='jAvAsCrIpT&colon;alert(1)'>x</a>", "<a>x</a>"],
  ["<a href='data:text/html,x'>x</a>", "<a>x</a>"],
  ["<a href='//evil.example'>x</a>", "<a>x</a>"],
  ["<a href='/about' rel='x'>x</a>", '<a href="/about">x</a>'],
  ["<a href='tel:+14165550142'>x</a>", '<a href="tel:+14165550142">x</a>'],
  ["<a href='https://a.example' target='_blank'>x</a>", '<a href="https://a.example" rel="noopener nofollow">x</a>'],
  [`<a class="button evil" href="/menu" data-page="12" data-x="1">x</a>`, `<a class="button" href="/menu" data-page="12">x</a>`],
  [`<p class="button"><a href="/menu" data-page="1 onclick=x">x</a></p>`, `<p><a href="/menu">x</a></p>`],
  [`<figure data-embed="https://evil.example" id="x"><a href="/x">x</a></figure>`, `<figure data-embed="1"><a href="/x">x</a></figure>`],
  ["<img src='https://spy.example/p.gif'>", ""],
  ["<img src='/media/../admin/x.jpg'>", ""],
  [
    `<img src='/media/ab/ab${"0".repeat(30)}-640.jpg' alt='Bread' onerror='x()'>`,
    `<img src="/media/ab/ab${"0".repeat(30)}-640.jpg" alt="Bread" loading="lazy" />`,
  ],
  ["<svg><script>alert(1)</script><a href='x'>y</a></svg>", ""],
  ["<math><mi//xlink:href='data:x,<script>alert(1)</script>'>", ""],
  ["<iframe src='https://a.example'>x</iframe><p>b</p>", "<p>b</p>"],
  ["<form action='/x'><button>Go</button></form>", "Go"],
  ["<p>H<sub>2</sub>O <mark>new</mark></p>", "<p>H<sub>2</sub>O <mark>new</mark></p>"],
  ["<figure>x<figcaption>Our oven</figcaption></figure>", "<figure>x<p>Our oven</p></figure>"],
  ["a < b & c", "a &lt; b &amp; c"],
])("%j becomes %j", (html, clean) => {
  expect(sanitizeHtml(html)).toBe(clean);
});

test("sanitizing is idempotent", () => {
  const pieces = [
    "<p>",
    "</p>",
    "<div>",
    "</div>",
    "<h1>",
    "</h1>",
    "<a href='/x'>",
    "<a href='https://x.example'>",
    "</a>",
    "<script>",
    "</script>",
    "&lt;",
    "&amp;lt;",
    "<",
    ">",
    '"',
    "text",
    "<b",
    "<svg>",
    "</svg>",
    "<!--",
    "-->",
    "<img src=x>",
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
      const once = sanitizeHtml(parts.join(""));
      expect(sanitizeHtml(once)).toBe(once);
      expect(once).not.toMatch(/<script|<svg|on\w+=|javascript:/i);
    }),
  );
});

test("sanitizes stored HTML every time", () => {
  const hostile = (index: number) => `<p>${index}</p><img src=x onerror="x()">`;
  for (const index of [...Array.from({ length: 450 }, (_, each) => each), 0, 449])
    expect(cleanStoredHtml(hostile(index))).toBe(`<p>${index}</p>`);
  const long = `${"<p>word</p>".repeat(2_000)}<script>x()</script>`;
  for (let round = 0; round < 2; round += 1) expect(cleanStoredHtml(long)).toBe(sanitizeHtml(long));
  expect(cleanStoredHtml("")).toBe("");
});

test("plain text keeps words apart", () => {
  expect(plainTextOf("<p>One</p><p>two &amp; <b>three</b></p><ul><li>4</li><li>5 &lt; 6</li></ul><script>x</script>")).toBe(
    "One two & three 4 5 < 6",
  );
});
