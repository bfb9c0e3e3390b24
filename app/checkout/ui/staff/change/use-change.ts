import { useEffect, useEffectEvent, useState } from "react";
import { useFetcher, useNavigate } from "react-router";
import { announce } from "#app/kit/focus/announcer.tsx";
import { useAnswer } from "#app/kit/hooks/use-answer.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import type { StaffOrderDetail } from "#app/orders/ui/staff/detail/staff-order-detail.ts";
import { formatMoney } from "#app/values/money.ts";
import { changeBody, draftOf, seenBody, type ChangeDraft } from "./change-draft.ts";
import { PREVIEW_CHANGE, SAVE_CHANGE, type ChangeAnswer, type ChangeView } from "./change-view.ts";

const PREVIEW_DELAY_MS = 200;

/** The change that is entered, what it would do, and its saving. */
export function useChange(order: StaffOrderDetail) {
  const format = useMoneyFormat();
  const navigate = useNavigate();
  const [draft, setDraft] = useState<ChangeDraft>(() => draftOf(order));
  const [problem, setProblem] = useState("");
  const previewing = useFetcher<ChangeAnswer>({ key: `preview:${order.id}` });
  const saving = useFetcher<ChangeAnswer>({ key: `change:${order.id}` });
  const [preview, setPreview] = useState<ChangeView | null>(null);
  const [sent, setSent] = useState("");
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
    } else if (answer.kind !== "preview") setProblem(answer.message);
  });
  const isPreviewing = previewing.state !== "idle" || (wanted !== "" && sent !== wanted);
  return {
    draft,
    change: (changes: Partial<ChangeDraft>) => {
      setDraft((before) => ({ ...before, ...changes }));
      setProblem("");
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
