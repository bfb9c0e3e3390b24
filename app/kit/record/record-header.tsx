import type { ReactNode } from "react";
import { ButtonLink } from "#app/kit/button.tsx";
import { PageHeader, type Crumb } from "#app/kit/page-header.tsx";

interface RecordHeaderProps {
  /** null = a new record. */
  readonly id: number | null;
  readonly name: string;
  /** "category" */
  readonly noun: string;
  /** Its list; the delete page is below it. */
  readonly section: Crumb;
  /** Other actions for a stored record. */
  readonly children?: ReactNode;
}

/** Above a record's form: "Add category", or the record's name and actions. */
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
