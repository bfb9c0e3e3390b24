import type { ReactNode } from "react";
import { PostForm } from "#app/kit/forms/post-form.tsx";
import { Button, ButtonLink } from "#app/kit/button.tsx";
import { PageHeader, type Crumb } from "#app/kit/page-header.tsx";

interface DeletePageProps {
  readonly name: string;
  /** The list, and the record's own page. */
  readonly section: Crumb;
  readonly back: string;
  /** What goes with it, where it may stay, and choices that the deletion needs. */
  readonly children: ReactNode;
  /** False while something stands against it; the children say what. */
  readonly isPossible?: boolean;
  /** What a refused deletion says; a field that says it itself leaves this out. */
  readonly message?: string | undefined;
  /** Left out = "Delete" and the name. */
  readonly title?: string;
  readonly intent?: string;
}

/** Asks before a record goes, and works without scripts. */
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
