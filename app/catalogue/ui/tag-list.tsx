import { capitalised } from "#app/values/text.ts";
interface TagListProps {
  readonly tags?: readonly string[];
  readonly dietaryTags: readonly string[];
  readonly className?: string;
}

/** What the shop says about a product (filled) and what it is made of (outlined), in words. */
export function TagList({ tags = [], dietaryTags, className = "" }: TagListProps) {
  if (tags.length + dietaryTags.length === 0) return null;
  return (
    <ul aria-label="Tags" className={`flex flex-wrap gap-1.5 text-xs font-semibold ${className}`}>
      {tags.map((tag) => (
        <li key={tag} className="rounded-tag bg-primary-tint px-1.5 py-0.5 text-primary">
          {capitalised(tag)}
        </li>
      ))}
      {dietaryTags.map((tag) => (
        <li key={tag} className="rounded-tag border border-hairline bg-surface px-1.5 py-px text-ink-2">
          {capitalised(tag)}
        </li>
      ))}
    </ul>
  );
}
