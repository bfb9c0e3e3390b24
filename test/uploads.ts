import { desc, eq } from "drizzle-orm";
import sharp from "sharp";
import { preparePicture } from "#app/content/workflows/pictures/prepare-picture.server.ts";
import type { Services } from "#app/http/context.server.ts";
import { media } from "#app/media/data/tables.ts";
import type { UploadedPicture } from "#app/media/domain/upload.ts";
import * as upload from "#app/routes/admin/api/media.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { openStaffPages, type PageAnswer } from "#test/staff-pages.ts";

export const UPLOAD_CALL = "/admin/api/media";

export const uploadedFile = (bytes: Uint8Array, name = "soup.png") => new File([new Uint8Array(bytes)], name);

export const uploadedPicture = (answer: PageAnswer) => (answer.data as { readonly pictures: readonly UploadedPicture[] }).pictures[0]!;
export const uploadedId = (answer: PageAnswer) => Number(uploadedPicture(answer).hit.id);

/** Ana, who uploads pictures to a shop, and the job that generates their sizes. */
export function openUploads(services: Services) {
  const { db } = services;
  const ana = openStaffPages(services, "Ana");
  let shade = 0;
  /** A unique picture. */
  async function picture(width = 60, height = 40): Promise<Buffer> {
    shade += 1;
    return sharp({ create: { width, height, channels: 3, background: { r: shade, g: 90, b: 30 } } })
      .png()
      .toBuffer();
  }
  const send = async (bytes: Uint8Array, name?: string, fields: Readonly<Record<string, string>> = {}) =>
    ana.post(upload, UPLOAD_CALL, { file: uploadedFile(bytes, name), ...fields });
  const prepare = (id: number) => preparePicture(services, id, { id: 1, name: "Ana" });
  return {
    ana,
    picture,
    send,
    prepare,
    /** Uploads a picture and generates its sizes. */
    ready: async (bytes?: Uint8Array, name?: string) => {
      const id = uploadedId(await send(bytes ?? (await picture()), name));
      await prepare(id);
      return id;
    },
    rowOf: async (id: number) => (await db.select().from(media).where(eq(media.id, id)))[0]!,
    lastEntry: async () => (await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0]!,
  };
}
