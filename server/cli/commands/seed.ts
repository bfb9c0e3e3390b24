import { seedDemo } from "#db/seed/seed-demo.ts";
import { CommandFailure } from "#server/cli/command.ts";
import { openShop } from "#server/cli/open-shop.ts";
import { printResult, printText } from "#server/cli/print.ts";
import { openShopMedia } from "#app/media/workflows/shop-media.server.ts";

export async function seedShop(): Promise<void> {
  const { db, env, secrets } = await openShop();
  const media = await openShopMedia(db, env);
  const isFilled = await seedDemo({
    db,
    secrets,
    media,
    now: new Date(),
    onProgress: (step) => printText(`${step}…`),
    evenWithUsers: true,
  });
  if (!isFilled) throw new CommandFailure("This shop has content, orders or settings already; nothing was changed.");
  printResult("The demo shop is set up.");
}
