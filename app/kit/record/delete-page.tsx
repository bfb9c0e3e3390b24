import type { ReactNode } from "react";
import { PostForm } from "#app/kit/forms/post-form.tsx";
import { Button, ButtonLink } from "#app/kit/button.tsx";
import { PageHeader, type Crumb } from "#app/kit/page-header.tsx";

interface DeletePageProps {
  readonly name: string;
  /** The list, and the record's own page. */
  readonly section: Crumb;
  readonly back: string;
  /** What is deleted with it, what is kept, and choices that the deletion needs. */
  readonly children: ReactNode;
  /** False while something blocks the deletion; the children explain it. */
  readonly isPossible?: boolean;
  /** The message of a refused deletion, unless a field shows it. */
  readonly message?: string | undefined;
  /** Default: "Delete" and the name. */
  readonly title?: string;
  readonly intent?: string;
}

/** Confirms a deletion; works without scripts. */
export function DeletePage({
  name,
  section,
  back,
  children,
  isPossible = true,
  message,
  title = `Delete ${name}`,
  intent,
}: DeletePageProps) {
  return (
    <>
      <PageHeader title={title} trail={[section, { to: back, label: name }]} />
      <PostForm className="grid max-w-xl gap-5">
        {message === undefined ? null : (
          <p role="alert" className="rounded border-2 border-beet bg-beet-tint px-3 py-2 font-semibold">
            {message}
          </p>
        )}
        {children}
        <p className="flex flex-wrap gap-2">
          {isPossible ? (
            <Button type="submit" name={intent === undefined ? undefined : "intent"} value={intent} look="danger" size="desk">
              {title}
            </Button>
          ) : null}
          <ButtonLink to={back} look="outline" size="desk">
            {isPossible ? "Keep it" : `Back to ${name}`}
          </ButtonLink>
        </p>
      </PostForm>
    </>
  );
}
