import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useFetcher, useNavigate, type FetcherWithComponents } from "react-router";
import { useUnanswered } from "#app/checkout/ui/staff/use-unanswered.ts";
import { announce } from "#app/kit/focus/announcer.tsx";
import { giveFocus } from "#app/kit/focus/focus-target.ts";
import { useAnswer } from "#app/kit/hooks/use-answer.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import type { StaffOrderDetail } from "#app/orders/ui/staff/detail/staff-order-detail.ts";
import { formatMoney, type MoneyFormat } from "#app/values/money.ts";
import { changeBody, changedMeanwhile, draftOf, seenBody, type ChangeDraft } from "./change-draft.ts";
import { feeLegend, PREVIEW_CHANGE, SAVE_CHANGE, type ChangeAnswer, type ChangeView } from "./change-view.ts";

const PREVIEW_DELAY_MS = 200;
const NO_PROBLEM = { of: "", message: "" };
/** `isAnswer`: the response to the staff member's click, so it takes the focus. */
const NO_NOTICE = { text: "", isAnswer: false };
const NO_PREVIEW = "The shop did not answer, so it is not known what this change would do.";
const NOT_KNOWN = "The shop did not answer, so it is not known whether this change was saved. Look at the items before you save again.";
const MEANWHILE = "The order was changed meanwhile.";
const LINES_GONE = "Some of the lines that you changed are gone, so enter your change again.";

/** The entered change, its preview, and saving it. */
export function useChange(order: StaffOrderDetail) {
  const format = useMoneyFormat();
  const navigate = useNavigate();
  const [draft, setDraft] = useState<ChangeDraft>(() => draftOf(order));
  // Stays while the order is reloaded, and while another preview loads.
  const [notice, setNotice] = useState(NO_NOTICE);
  const noticed = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(order);
  const saving = useFetcher<ChangeAnswer>({ key: `change:${order.id}` });
  const isOwn = saving.state !== "idle" || saving.data?.kind === "done";
  if (seen.version !== order.version) {
    const meanwhile = changedMeanwhile(seen, order, draft);
    setSeen(order);
    setDraft(meanwhile.draft);
    // After a conflict between simultaneous edits, the conflict's message names the other editor instead.
    if (!isOwn && notice.text === "") setNotice({ text: meanwhile.isKept ? MEANWHILE : `${MEANWHILE} ${LINES_GONE}`, isAnswer: false });
  }
  useEffect(() => {
    if (notice.text !== "") announce(notice.text);
    if (notice.isAnswer) giveFocus(noticed.current);
  }, [notice]);
  const body = changeBody(order, draft, format);
  const wanted = body === null ? "" : JSON.stringify(body);
  const { preview, problem, isPreviewing, ask } = usePreview(order.id, wanted);
  useAnswer(saving, (answer) => {
    if (answer.kind === "done") {
      const leaves = answer.addOn.length > 0;
      void navigate(leaves ? `/admin/orders/new?with=${order.id}` : `/admin/orders/${order.id}`, {
        state: leaves ? { lines: answer.addOn } : { changed: answer.message },
      });
    } else if (answer.kind !== "preview") {
      setNotice({ text: answer.message, isAnswer: true });
      // The total or the order has changed: show the new preview before saving.
      if (wanted !== "") ask();
    }
  });
  const trackSave = useUnanswered(saving, () => setNotice({ text: NOT_KNOWN, isAnswer: true }));
  return {
    notice: notice.text,
    noticed,
    draft,
    change: (changes: Partial<ChangeDraft>) => {
      setDraft((before) => ({ ...before, ...changes }));
      setNotice(NO_NOTICE);
    },
    preview,
    problem,
    isPreviewing,
    previewAgain: ask,
    isSaving: saving.state !== "idle",
    isUnsaved: wanted !== "" && !isOwn,
    save: () => {
      if (body === null || preview === null || isPreviewing || saving.state !== "idle") return;
      trackSave(submitChange(saving, order.id, SAVE_CHANGE, JSON.stringify(seenBody(body, preview.after, format))));
    },
  };
}

type Submitter = Pick<FetcherWithComponents<ChangeAnswer>, "submit">;

function submitChange({ submit }: Submitter, orderId: string, intent: string, change: string): Promise<void> {
  return submit({ intent, order: orderId, change }, { method: "post", action: `/admin/orders/${orderId}` });
}

/** The new total or the add-on's total, and a fee choice that the previous preview did not have. */
function previewWords({ after, addOn, feeChoice: fee }: ChangeView, before: ChangeView | null, format: MoneyFormat): string {
  const total =
    addOn === null
      ? `New total ${formatMoney(after, format)}`
      : `Total ${formatMoney(after, format)}, and an added order of ${formatMoney(addOn.total, format)}`;
  if (fee === null || before?.feeChoice?.asked === fee.asked) return total;
  return `${total}. ${feeLegend(fee, format)}. Charge or waive the difference.`;
}

/** The preview of the entered change; "" = no change yet. */
function usePreview(orderId: string, wanted: string) {
  const format = useMoneyFormat();
  const fetcher = useFetcher<ChangeAnswer>({ key: `preview:${orderId}` });
  const [preview, setPreview] = useState<ChangeView | null>(null);
  /** Why the change `of` has no preview. */
  const [problem, setProblem] = useState(NO_PROBLEM);
  const sent = useRef("");
  const fail = (message: string) => {
    setProblem({ of: sent.current, message });
    setPreview(null);
    announce(message);
  };
  const track = useUnanswered(fetcher, () => fail(NO_PREVIEW));
  const ask = () => {
    sent.current = wanted;
    track(submitChange(fetcher, orderId, PREVIEW_CHANGE, wanted));
  };
  const askLater = useEffectEvent(() => {
    // A change that was reverted already has its preview. Requesting it again would disable the button for a moment and lose a click.
    if (sent.current !== wanted || preview?.asked !== wanted) ask();
  });
  useEffect(() => {
    if (wanted === "") return;
    const timer = setTimeout(askLater, PREVIEW_DELAY_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  useAnswer(fetcher, (answer) => {
    if (answer.kind === "preview") {
      // A server of another version does not return the change.
      if (answer.asked !== sent.current) return fail(NO_PREVIEW);
      setProblem(NO_PROBLEM);
      setPreview(answer);
      announce(previewWords(answer, preview, format));
    } else if (answer.kind !== "done") fail(answer.message);
  });
  if (wanted === "") return { preview: null, problem: "", isPreviewing: false, ask };
  const message = problem.of === wanted ? problem.message : "";
  // The fetcher is idle for a moment before the request starts and before its response is applied.
  const isPreviewing = fetcher.state !== "idle" || (message === "" && preview?.asked !== wanted);
  return { preview, problem: message, isPreviewing, ask };
}
