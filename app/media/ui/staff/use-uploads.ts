import { useEffect, useEffectEvent, useRef, useState } from "react";
import { PICTURE_CALL, type UploadedPicture } from "#app/media/domain/upload.ts";
import { MAX_PICTURE_BYTES } from "#app/values/limits.ts";
import { reportSessionEnd, staffFetch } from "#app/kit/session.ts";

/** Files on their way at the same time: a slow line is shared by few, and one large file does not hold up the others. */
const AT_ONCE = 2;
/** While the shop makes the sizes it is asked this often how far it is. */
const LOOK_AGAIN_MS = 1500;
const BUSY_AGAIN_MS = 2000;
const BUSY_TRIES = 5;
/** Too large, no picture, not one that can be taken. */
const REFUSED = [413, 415, 422];

export interface Upload {
  readonly key: number;
  readonly file: File;
  readonly step: "queued" | "sending" | "done" | "failed";
  /** 0 to 1. */
  readonly progress: number;
  /** Why it failed. */
  readonly message: string;
  /** The file itself was refused: sending it once more would end the same. */
  readonly isRefused: boolean;
  readonly picture: UploadedPicture | null;
  readonly tries: number;
}

interface UploadsOptions {
  readonly folder?: string;
  /** The picture whose file is replaced. */
  readonly replaces?: string | undefined;
  readonly onStored?: (picture: UploadedPicture) => void;
  /** Sizes of a picture have been made, or cannot be. */
  readonly onSettled?: (picture: UploadedPicture) => void;
}

/** Files that are sent to the shop, each with its progress; two at a time, each can be tried again. */
export function useUploads({ folder = "", replaces, onStored, onSettled }: UploadsOptions) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const nextKey = useRef(1);
  const running = useRef(new Map<number, XMLHttpRequest | null>());
  const change = (key: number, values: Partial<Upload>) =>
    setUploads((before) => before.map((each) => (each.key === key ? { ...each, ...values } : each)));

  const stored = useEffectEvent((picture: UploadedPicture) => onStored?.(picture));

  const begin = useEffectEvent((upload: Upload) => {
    const { key, file, tries } = upload;
    const body = new FormData();
    body.append("file", file);
    body.append("folder", folder);
    if (replaces !== undefined) body.append("replaces", replaces);
    const call = new XMLHttpRequest();
    running.current.set(key, call);
    call.open("POST", PICTURE_CALL);
    call.setRequestHeader("Accept", "application/json");
    call.responseType = "json";
    call.upload.addEventListener("progress", (event) => change(key, { progress: event.lengthComputable ? event.loaded / event.total : 0 }));
    const end = (values: Partial<Upload>) => {
      running.current.delete(key);
      change(key, values);
    };
    call.addEventListener("error", () => end({ step: "failed", message: "The connection broke off. Try again." }));
    call.addEventListener("load", () => {
      const answer = (call.response ?? {}) as { readonly pictures?: readonly UploadedPicture[]; readonly message?: string };
      const [picture] = answer.pictures ?? [];
      if (call.status < 300 && picture !== undefined) {
        end({ step: "done", progress: 1, picture });
        stored(picture);
      } else if (call.status === 503 && tries < BUSY_TRIES) {
        running.current.set(key, null);
        setTimeout(() => end({ step: "queued", progress: 0, tries: tries + 1 }), BUSY_AGAIN_MS);
      } else {
        if (call.status === 401) reportSessionEnd("action");
        const isRefused = REFUSED.includes(call.status);
        end({ step: "failed", isRefused, message: answer.message ?? "The shop did not take it. Try again." });
      }
    });
    change(key, { step: "sending", progress: 0, message: "" });
    call.send(body);
  });
  useEffect(() => {
    const free = AT_ONCE - running.current.size;
    const next = uploads.filter((each) => each.step === "queued" && !running.current.has(each.key)).slice(0, Math.max(0, free));
    for (const upload of next) begin(upload);
  }, [uploads]);

  const waiting = uploads.flatMap(({ picture }) => (picture?.state === "waiting" ? [picture.hit.id] : [])).join();
  const take = useEffectEvent((pictures: readonly UploadedPicture[]) => {
    for (const picture of pictures) if (picture.state !== "waiting") onSettled?.(picture);
    setUploads((before) =>
      before.map((each) => {
        const now = pictures.find((picture) => picture.hit.id === each.picture?.hit.id);
        return now === undefined || each.picture === null ? each : { ...each, picture: { ...now, isDuplicate: each.picture.isDuplicate } };
      }),
    );
  });
  useEffect(() => {
    if (waiting === "") return;
    const abort = new AbortController();
    const timer = setInterval(async () => {
      const pictures = await askAfter(waiting, abort.signal);
      if (pictures !== null && !abort.signal.aborted) take(pictures);
    }, LOOK_AGAIN_MS);
    return () => {
      clearInterval(timer);
      abort.abort();
    };
  }, [waiting]);
  useEffect(() => {
    const calls = running.current;
    return () => {
      for (const call of calls.values()) call?.abort();
    };
  }, []);

  return {
    uploads,
    isBusy: uploads.some(({ step }) => step === "queued" || step === "sending"),
    add: (files: Iterable<File>) => {
      const added = [...files].map((file): Upload => {
        const isLarge = file.size > MAX_PICTURE_BYTES;
        const message = isLarge ? `Use a picture of at most ${MAX_PICTURE_BYTES / 1_000_000} MB.` : "";
        nextKey.current += 1;
        const step = isLarge ? "failed" : "queued";
        return { key: nextKey.current, file, step, progress: 0, message, isRefused: isLarge, picture: null, tries: 0 };
      });
      setUploads((before) => [...before, ...added]);
    },
    retry: (key: number) => change(key, { step: "queued", progress: 0, message: "", isRefused: false, tries: 0 }),
    drop: (key: number) => setUploads((before) => before.filter((each) => each.key !== key)),
    know: (picture: UploadedPicture) =>
      setUploads((before) => before.map((each) => (each.picture?.hit.id === picture.hit.id ? { ...each, picture } : each))),
  };
}

/** null when the shop cannot be reached right now: the next look will tell. */
async function askAfter(ids: string, signal: AbortSignal): Promise<readonly UploadedPicture[] | null> {
  const response = await staffFetch(`${PICTURE_CALL}?ids=${ids}`, { signal, headers: { Accept: "application/json" } }).catch(
    (error: unknown) => {
      if (signal.aborted || error instanceof TypeError) return null;
      throw error;
    },
  );
  return response?.ok === true ? ((await response.json()) as { pictures: readonly UploadedPicture[] }).pictures : null;
}
