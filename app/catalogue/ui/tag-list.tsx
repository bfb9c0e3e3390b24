import * as texts from "#texts/catalogue/navigation.ts";
import { capitalised } from "#app/values/text.ts";
interface TagListProps {
  readonly tags?: readonly string[];
  readonly dietaryTags: readonly string[];
  readonly className?: string;
}

/** A product's tags (filled) and dietary tags (outlined), as text. */
export function TagList({ tags = [], dietaryTags, className = "" }: TagListProps) {
  if (tags.length + dietaryTags.length === 0) return null;
  return (
    <ul aria-label={texts.tags} className={`tags ${className}`}>
      {tags.map((tag) => (
        <li key={tag} className="tag-said">
          {capitalised(tag)}
        </li>
      ))}
      {dietaryTags.map((tag) => (
        <li key={tag} className="tag-made">
          {capitalised(tag)}
        </li>
      ))}
    </ul>
  );
}
