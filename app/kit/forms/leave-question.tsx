import { ConfirmDialog } from "#app/kit/confirm.tsx";
import { useLeaveGuard } from "#app/kit/hooks/use-leave-guard.ts";

interface LeaveQuestionProps {
  readonly isDirty: boolean;
  /** Leaves with the changes lost; left out = nothing else to do. */
  readonly onDiscard?: () => void;
  /** What would be lost; left out = changes that are not saved. */
  readonly text?: string;
  /** See `useLeaveGuard`. */
  readonly isLeaving?: Parameters<typeof useLeaveGuard>[1];
}

/** Asks before what is unsaved is lost. At most one on a page: the router holds back for the last one only. */
export function LeaveQuestion({
  isDirty,
  onDiscard,
  text = "Your changes on this page are not saved yet.",
  isLeaving,
}: LeaveQuestionProps) {
  const blocker = useLeaveGuard(isDirty, isLeaving);
  return (
    <ConfirmDialog
      isOpen={blocker.state === "blocked"}
      title="Leave without saving?"
      text={text}
      yes="Discard changes"
      no="Stay here"
      isDanger
      onYes={() => {
        onDiscard?.();
        blocker.proceed?.();
      }}
      onNo={() => blocker.reset?.()}
    />
  );
}
