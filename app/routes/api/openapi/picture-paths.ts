import { z } from "zod";
import type { ZodOpenApiPathsObject } from "zod-openapi";
import { pictureWords } from "#app/content/domain/pictures/picture.schema.ts";
import { picturesQuery } from "#app/http/staff/search-query.schema.ts";
import { PICKER_KINDS } from "#app/staff/domain/search.ts";
import { describeCall } from "./operation.ts";

const PICTURES = ["Staff: pictures"];

export const searchHit = z
  .strictObject({
    kind: z.enum(PICKER_KINDS),
    id: z.string(),
    label: z.string(),
    detail: z.string(),
    to: z.string().nullable().meta({ description: "Its page in the staff area." }),
    picture: z.string().nullable(),
    alt: z.string().optional().meta({ description: "Of a picture: what it shows." }),
    base: z.string().optional().meta({ description: "Of a picture whose sizes are made: what their addresses begin with." }),
  })
  .meta({ id: "SearchHit" });

const picturesAnswer = z.strictObject({
  pictures: z.array(
    z
      .strictObject({
        hit: searchHit,
        alt: z.string(),
        isDecorative: z.boolean(),
        state: z.enum(["ready", "waiting", "failed"]),
        problem: z.string().nullable().meta({ description: "Why it failed, or is late." }),
        isDuplicate: z.boolean().meta({ description: "It was here before; nothing was stored." }),
      })
      .meta({ id: "UploadedPicture" }),
  ),
});

/** Imports: upload of a product file. */
export const importPaths: ZodOpenApiPathsObject = {
  "/admin/api/import": {
    post: {
      ...describeCall({
        id: "uploadImport",
        summary: "Send a file of products",
        tags: ["Staff: products"],
        answer: z.strictObject({ id: z.int().meta({ description: "The import; its page is /admin/product/import/{id}." }) }),
        status: "201",
        problems: ["400", "413", "415", "422", "503"],
        isForStaff: true,
      }),
      requestBody: { content: { "multipart/form-data": { schema: z.strictObject({ file: z.string().meta({ format: "binary" }) }) } } },
    },
  },
};

/** Pictures: upload, progress, alternative text. */
export const picturePaths: ZodOpenApiPathsObject = {
  "/admin/api/media": {
    get: describeCall({
      id: "getPictures",
      summary: "How far pictures are that were sent",
      tags: PICTURES,
      query: picturesQuery,
      answer: picturesAnswer,
      problems: ["422"],
      isForStaff: true,
    }),
    post: {
      ...describeCall({
        id: "uploadPicture",
        summary: "Send a picture, or another file for one; its sizes are made afterwards",
        tags: PICTURES,
        answer: picturesAnswer,
        problems: ["422", "503"],
        isForStaff: true,
      }),
      requestBody: {
        content: {
          "multipart/form-data": {
            schema: z.strictObject({
              file: z.array(z.string().meta({ format: "binary" })),
              folder: z.string().optional(),
              replaces: z.int().optional().meta({ description: "The picture that gets this file." }),
            }),
          },
        },
      },
    },
  },
  "/admin/api/media/{id}": {
    put: describeCall({
      id: "describePicture",
      summary: "Say what a picture shows, or that it is decoration",
      tags: PICTURES,
      path: z.object({ id: z.int() }),
      body: pictureWords,
      answer: picturesAnswer,
      problems: ["404", "422"],
      isForStaff: true,
    }),
  },
};
