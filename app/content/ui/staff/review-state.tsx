import type { ReviewStatus, SpamSign } from "#app/content/domain/review.ts";
import { Status } from "#app/kit/status.tsx";

export const SPAM_WORDS: Readonly<Record<SpamSign, string>> = {
  links: "links",
  repeated: "repeated text",
  hasty: "written too fast",
  shouting: "all capitals",
};

/** Whether customers see a review. */
export function ReviewState({ status }: { readonly status: ReviewStatus }) {
  if (status === "pending") return <Status tone="wait">Waiting</Status>;
  return status === "approved" ? <Status tone="on">Approved</Status> : <Status tone="off">Hidden</Status>;
}
