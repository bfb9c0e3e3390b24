import { XIcon, type LucideIcon } from "lucide-react";
import { Button, type ButtonLook } from "./button.tsx";
import { announce } from "./focus/announcer.tsx";

interface RemoveButtonProps {
  /** "Take condition 2 out" */
  readonly label: string;
  /** The announcement: "Pickup or delivery removed". */
  readonly announcement: string;
  readonly look?: ButtonLook["look"];
  readonly className?: string;
  readonly icon?: LucideIcon;
  readonly onRemove: () => void;
}

/** Removes an item of a list and announces it. The focus keeper uses `data-act` to find the same button of the neighbouring item. */
export function RemoveButton({ label, announcement, look = "quiet", className, icon: Icon = XIcon, onRemove }: RemoveButtonProps) {
  return (
    <Button
      look={look}
      size="desk-icon"
      className={className}
      data-act="remove"
      aria-label={label}
      title={label}
      onClick={() => {
        onRemove();
        announce(announcement);
      }}
    >
      <Icon aria-hidden className="size-4" />
    </Button>
  );
}
