import { useEffect, useEffectEvent, useRef, useState } from "react";
import { PICTURE_CALL, type PictureAnswer, type UploadedPicture } from "#app/media/domain/upload.ts";
import { MAX_PICTURE_BYTES } from "#app/values/limits.ts";
import { readJson, reportSessionEnd, staffFetch } from "#app/kit/session.ts";

/** Parallel uploads: few share a slow connection, and one large file does not block the others. */
const AT_ONCE = 2;
/** Polling interval while the sizes are made. */
const LOOK_AGAIN_MS = 1500;
const BUSY_AGAIN_MS = 2000;
const BUSY_TRIES = 5;
/** Too large, not a picture, or an unsupported one. */
const REFUSED = [413, 415, 422];

export interface Upload {
  readonly key: number;
  readonly file: File;
  readonly step: "queued" | "sending" | "done" | "failed";
  /** 0 to 1. */
  readonly progress: number;
  /** Why it failed. */
  readonly message: string;
  /** The file itself was refused: a retry would fail the same way. */
  readonly isRefused: boolean;
  readonly picture: UploadedPicture | null;
  readonly tries: number;
}

interface UploadsOptions {
  readonly folder?: string;
  /** The picture whose file is replaced. */
  readonly replaces?: string | undefined;
  readonly onStored?: (picture: UploadedPicture) => void;
  /** The sizes of a picture were made, or failed. */
  readonly onSettled?: (picture: UploadedPicture) => void;
}

/** Uploads files with progress, two at a time; each can be retried. */
export function useUploads({ folder = "", replaces, onStored, onSettled }: UploadsOptions) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const nextKey = useRef(1);
  const change = (key: number, values: Partial<Upload>) =>
    setUploads((before) => before.map((each) => (each.key === key ? { ...each, ...values } : each)));
  useSending(uploads, { folder, replaces, change, onStored });
  useSettling(uploads, (pictures) => {
    for (const picture of pictures) if (picture.state !== "waiting") onSettled?.(picture);
    setUploads((before) =>
      before.map((each) => {
        const now = pictures.find((picture) => picture.hit.id === each.picture?.hit.id);
        return now === undefined || each.picture === null ? each : { ...each, picture: { ...now, isDuplicate: each.picture.isDuplicate } };
      }),
    );
  });

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

interface SendingOptions {
  readonly folder: string;
  readonly replaces: string | undefined;
  readonly change: (key: number, values: Partial<Upload>) => void;
  readonly onStored: ((picture: UploadedPicture) => void) | undefined;
}

/** Sends the queued files, `AT_ONCE` at a time, and aborts when the page unmounts. */
function useSending(uploads: readonly Upload[], { folder, replaces, change, onStored }: SendingOptions): void {
  const running = useRef(new Map<number, XMLHttpRequest | null>());
  const stored = useEffectEvent((picture: UploadedPicture) => onStored?.(picture));

  const begin = useEffectEvent((upload: Upload) => {
    const { key, tries } = upload;
    const end = (values: Partial<Upload>) => {
      running.current.delete(key);
      change(key, values);
    };
    const call = createCall({
      onProgress: (progress) => change(key, { progress }),
      onLost: () => end({ step: "failed", message: "The connection broke off. Try again." }),
      onAnswer: (status, { picture, message }) => {
        if (status < 300 && picture !== undefined) {
          end({ step: "done", progress: 1, picture });
          stored(picture);
        } else if (status === 503 && tries < BUSY_TRIES) {
          running.current.set(key, null);
          setTimeout(() => end({ step: "queued", progress: 0, tries: tries + 1 }), BUSY_AGAIN_MS);
        } else {
          if (status === 401) reportSessionEnd("action");
          const isRefused = REFUSED.includes(status);
          end({ step: "failed", isRefused, message: message ?? "The shop did not take it. Try again." });
        }
      },
    });
    running.current.set(key, call);
    change(key, { step: "sending", progress: 0, message: "" });
    call.send(uploadBody(upload.file, folder, replaces));
  });
  useEffect(() => {
    const free = AT_ONCE - running.current.size;
    const next = uploads.filter((each) => each.step === "queued" && !running.current.has(each.key)).slice(0, Math.max(0, free));
    for (const upload of next) begin(upload);
  }, [uploads]);
  useEffect(() => {
    const calls = running.current;
    return () => {
      for (const call of calls.values()) call?.abort();
    };
  }, []);
}

function uploadBody(file: File, folder: string, replaces: string | undefined): FormData {
  const body = new FormData();
  body.append("file", file);
  body.append("folder", folder);
  if (replaces !== undefined) body.append("replaces", replaces);
  return body;
}

interface CallEvents {
  readonly onProgress: (progress: number) => void;
  readonly onLost: () => void;
  readonly onAnswer: (
    status: number,
    answer: { readonly picture: UploadedPicture | undefined; readonly message: string | undefined },
  ) => void;
}

/** XMLHttpRequest, because it reports upload progress. */
function createCall({ onProgress, onLost, onAnswer }: CallEvents): XMLHttpRequest {
  const call = new XMLHttpRequest();
  call.open("POST", PICTURE_CALL);
  call.setRequestHeader("Accept", "application/json");
  call.responseType = "json";
  call.upload.addEventListener("progress", (event) => onProgress(event.lengthComputable ? event.loaded / event.total : 0));
  call.addEventListener("error", onLost);
  call.addEventListener("load", () => {
    const answer = (call.response ?? {}) as PictureAnswer;
    onAnswer(call.status, { picture: answer.pictures?.[0], message: answer.message });
  });
  return call;
}

/** Polls the state of pictures while their sizes are made. */
function useSettling(uploads: readonly Upload[], onPictures: (pictures: readonly UploadedPicture[]) => void): void {
  const waiting = uploads.flatMap(({ picture }) => (picture?.state === "waiting" ? [picture.hit.id] : [])).join();
  const take = useEffectEvent(onPictures);
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
}

/** null if the shop cannot be reached now: the next poll will tell. */
async function askAfter(ids: string, signal: AbortSignal): Promise<readonly UploadedPicture[] | null> {
  const response = await staffFetch(`${PICTURE_CALL}?ids=${ids}`, { signal, headers: { Accept: "application/json" } }).catch(
    (error: unknown) => {
      if (signal.aborted || error instanceof TypeError) return null;
      throw error;
    },
  );
  return response?.ok === true ? ((await readJson<PictureAnswer>(response)).pictures ?? []) : null;
}
