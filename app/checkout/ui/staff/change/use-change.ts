import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useFetcher, useNavigate } from "react-router";
import { announce } from "#app/kit/focus/announcer.tsx";
import { giveFocus } from "#app/kit/focus/focus-target.ts";
import { useAnswer } from "#app/kit/hooks/use-answer.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import type { StaffOrderDetail } from "#app/orders/ui/staff/detail/staff-order-detail.ts";
import { formatMoney } from "#app/values/money.ts";
import { changeBody, changedMeanwhile, draftOf, seenBody, type ChangeDraft } from "./change-draft.ts";
import { PREVIEW_CHANGE, SAVE_CHANGE, type ChangeAnswer, type ChangeView } from "./change-view.ts";

const PREVIEW_DELAY_MS = 200;
/** `isAnswer`: to the button that was pressed, so it takes the focus. */
const NO_NOTICE = { text: "", isAnswer: false };
const MEANWHILE = "The order was changed meanwhile.";
const LINES_GONE = "Some of the lines that you changed are gone, so enter your change again.";

/** The change that is entered, what it would do, and its saving. */
export function useChange(order: StaffOrderDetail) {
  const format = useMoneyFormat();
  const navigate = useNavigate();
  const [draft, setDraft] = useState<ChangeDraft>(() => draftOf(order));
  const [problem, setProblem] = useState("");
  // Stays while the order is read again, and while another preview is asked for.
  const [notice, setNotice] = useState(NO_NOTICE);
  const noticed = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(order);
  const previewing = useFetcher<ChangeAnswer>({ key: `preview:${order.id}` });
  const saving = useFetcher<ChangeAnswer>({ key: `change:${order.id}` });
  const [preview, setPreview] = useState<ChangeView | null>(null);
  const [sent, setSent] = useState("");
  const isOwn = saving.state !== "idle" || saving.data?.kind === "done";
  if (seen.version !== order.version) {
    const meanwhile = changedMeanwhile(seen, order, draft);
    setSeen(order);
    setDraft(meanwhile.draft);
    // A conflict with an edit at the same time names who saved first instead.
    if (!isOwn && notice.text === "") setNotice({ text: meanwhile.isKept ? MEANWHILE : `${MEANWHILE} ${LINES_GONE}`, isAnswer: false });
  }
  useEffect(() => {
    if (notice.text !== "") announce(notice.text);
    if (notice.isAnswer) giveFocus(noticed.current);
  }, [notice]);
  const body = changeBody(order, draft, format);
  const wanted = body === null ? "" : JSON.stringify(body);
  const send = (fetcher: typeof saving, intent: string, change: string) =>
    void fetcher.submit({ intent, order: order.id, change }, { method: "post", action: `/admin/orders/${order.id}` });
  const ask = useEffectEvent(() => {
    setSent(wanted);
    send(previewing, PREVIEW_CHANGE, wanted);
  });
  useEffect(() => {
    if (wanted === "") return;
    const timer = setTimeout(() => ask(), PREVIEW_DELAY_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  useAnswer(previewing, (answer) => {
    if (answer.kind === "preview") {
      setProblem("");
      setPreview(answer);
      announce(`New total ${formatMoney(answer.after, format)}`);
    } else if (answer.kind !== "done") {
      setProblem(answer.message);
      setPreview(null);
      announce(answer.message);
    }
  });
  useAnswer(saving, (answer) => {
    if (answer.kind === "done") {
      const leaves = answer.addOn.length > 0;
      void navigate(leaves ? `/admin/orders/new?with=${order.id}` : `/admin/orders/${order.id}`, {
        state: leaves ? { lines: answer.addOn } : { changed: answer.message },
      });
    } else if (answer.kind !== "preview") {
      setNotice({ text: answer.message, isAnswer: true });
      // Another total, or another order by now: shown before it is saved again.
      if (wanted !== "") ask();
    }
  });
  const isPreviewing = previewing.state !== "idle" || (wanted !== "" && sent !== wanted);
  return {
    notice: notice.text,
    noticed,
    draft,
    change: (changes: Partial<ChangeDraft>) => {
      setDraft((before) => ({ ...before, ...changes }));
      setProblem("");
      setNotice(NO_NOTICE);
    },
    preview: wanted === "" ? null : preview,
    problem: wanted === "" ? "" : problem,
    isPreviewing: wanted !== "" && isPreviewing,
    isSaving: saving.state !== "idle",
    save: () => {
      if (body === null || preview === null || isPreviewing || saving.state !== "idle") return;
      send(saving, SAVE_CHANGE, JSON.stringify(seenBody(body, preview.after, format)));
    },
  };
}
