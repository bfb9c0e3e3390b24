export function SmallButton({ label, onPress }: { readonly label: string; readonly onPress: () => void }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="inline-flex min-h-8 max-sm:min-h-11 items-center justify-self-start font-semibold text-primary underline underline-offset-2"
    >
      {label}
    </button>
  );
}
