import type { ReactNode } from "react";
import { ButtonLink } from "#app/kit/button.tsx";
import { PageHeader, type Crumb } from "#app/kit/page-header.tsx";

interface RecordHeaderProps {
  /** null = a new one. */
  readonly id: number | null;
  readonly name: string;
  /** "category" */
  readonly noun: string;
  /** Its list; the page that deletes the record is below it. */
  readonly section: Crumb;
  /** What else can be done with a stored record. */
  readonly children?: ReactNode;
}

/** Above a record's form: "Add category", or its name and what can be done with it. */
export function RecordHeader({ id, name, noun, section, children }: RecordHeaderProps) {
  return (
    <PageHeader title={id === null ? `Add ${noun}` : name} trail={[section]}>
      {id === null ? null : (
        <>
          {children}
          <ButtonLink to={`${section.to}/delete/${id}`} look="danger-outline" size="desk">
            Delete {noun}
          </ButtonLink>
        </>
      )}
    </PageHeader>
  );
}
