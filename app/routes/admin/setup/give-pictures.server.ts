import { data } from "react-router";
import { searchProductNames } from "#app/catalogue/data/product-lists/product-names.server.ts";
import { productRecords } from "#app/catalogue/data/product-records.server.ts";
import { matchPictures } from "#app/catalogue/domain/match-pictures.ts";
import { pictureRecords } from "#app/content/data/pictures/picture-records.server.ts";
import type { Services } from "#app/http/context.server.ts";
import { redirectSaying, sayingHeaders } from "#app/http/staff/flash.server.ts";
import { idsOf } from "#app/http/staff/staff-action.server.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { changeRecords } from "#app/staff/workflows/change-records.server.ts";
import { MAX_CHANGED_AT_ONCE, MAX_FILES_AT_ONCE, MAX_PRODUCT_PICTURES } from "#app/values/limits.ts";
import { counted } from "#texts/plural.ts";
import type { SetupAnswer } from "./setup-answer.ts";

/** Assigns uploaded pictures to the products with matching names: one history entry, one undo. */
export async function givePictures(services: Services, user: StaffUser, text: string) {
  const { db } = services;
  const ids = idsOf(text.split(",")).slice(0, MAX_FILES_AT_ONCE);
  const files = await pictureRecords.find(db, ids);
  const pictures = ids.flatMap((id) => {
    const file = files.get(id);
    return file === undefined ? [] : [{ id, fileName: file.value.fileName, alt: file.value.alt }];
  });
  const { matched, unmatched } = matchPictures(pictures, await searchProductNames(db, "", MAX_CHANGED_AT_ONCE));
  const products = await productRecords.find(db, [...matched.keys()]);
  const pictureIdsOf = new Map([...products].map(([id, { value }]) => [value.name, matched.get(id) ?? []]));
  const done = await changeRecords(db, productRecords, user, { action: "add-pictures", ids: [...matched.keys()] }, (value) => {
    const added = (pictureIdsOf.get(value.name) ?? []).filter((id) => !value.pictures.includes(id));
    const altOf = (id: number) => pictures.find((each) => each.id === id)?.alt || value.name;
    return {
      ...value,
      pictures: [...value.pictures, ...added].slice(0, MAX_PRODUCT_PICTURES),
      pictureTexts: { ...value.pictureTexts, ...Object.fromEntries(added.map((id) => [String(id), altOf(id)])) },
    };
  });
  if (done.changed === 0) {
    const message = "No new picture is named after a product. Name the files like the products, such as “Rye loaf.jpg”.";
    return data({ kind: "refused", message, typed: {} } satisfies SetupAnswer, { status: 422 });
  }
  const saying = { text: `${counted(done.changed, "product has", "products have")} new pictures.`, undo: done.entry };
  if (unmatched.length === 0) return redirectSaying(services, "/admin/setup?step=menu", saying);
  const message = `These files have no product of their name: ${unmatched.join(", ")}. They are in the media library.`;
  return data({ kind: "refused", message, typed: {} } satisfies SetupAnswer, { headers: await sayingHeaders(services, saying) });
}
