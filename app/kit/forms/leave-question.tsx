import { ConfirmDialog } from "#app/kit/confirm.tsx";
import { useLeaveGuard } from "#app/kit/hooks/use-leave-guard.ts";

interface LeaveQuestionProps {
  readonly isDirty: boolean;
  /** Called when the user leaves and discards the changes. */
  readonly onDiscard?: () => void;
  /** What would be lost; left out = unsaved changes. */
  readonly text?: string;
  /** See `useLeaveGuard`. */
  readonly isLeaving?: Parameters<typeof useLeaveGuard>[1];
}

/** Confirms leaving with unsaved changes. At most one per page: the router supports only one blocker. */
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
