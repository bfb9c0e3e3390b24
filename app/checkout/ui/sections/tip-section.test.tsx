import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MoneyFormatContext } from "#app/kit/use-money-format.ts";
import { TipSection } from "./tip-section.tsx";

test.each([
  ["en-US", ["12.5%", "15%"]],
  ["de-DE", ["12,5\u00a0%", "15\u00a0%"]],
])("offers tips written as %s writes percentages", (locale, titles) => {
  const markup = renderToStaticMarkup(
    <MoneyFormatContext value={{ locale, currency: "EUR" }}>
      <TipSection tip={{ kind: "none" }} tipBase={2000} presets={[12.5, 15]} typed={undefined} onChoice={() => undefined} />
    </MoneyFormatContext>,
  );
  for (const title of titles) expect(markup).toContain(`>${title}</span>`);
  expect(markup).toContain('value="12.5"');
});
