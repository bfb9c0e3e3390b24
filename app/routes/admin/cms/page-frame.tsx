import type { ReactNode } from "react";
import { PostForm } from "#app/kit/forms/post-form.tsx";
import { href } from "react-router";
import { BrokenLinks } from "#app/content/ui/staff/broken-links.tsx";
import { Button, ButtonLink } from "#app/kit/button.tsx";
import { PageHeader } from "#app/kit/page-header.tsx";
import type { RecordAnswer } from "#app/kit/record/record-form-data.ts";
import { RecordArea, RecordText } from "#app/kit/record/record-fields.tsx";
import { RecordForm, RecordSection } from "#app/kit/record/record-form.tsx";
import { RecordHistory } from "#app/kit/record/record-history.tsx";
import type { loadPageForm } from "./page-form.server.ts";
import { PageStatus } from "./page-status.tsx";

/** Publish is the page's first button until there are unsaved changes; then Save comes first, because it has to happen first. */
const UNLESS_UNSAVED =
  "border border-primary group-has-[[data-unsaved]]/page:border-field group-has-[[data-unsaved]]/page:bg-surface group-has-[[data-unsaved]]/page:text-ink group-has-[[data-unsaved]]/page:hover:bg-canvas";

interface PageFrameProps {
  readonly page: Awaited<ReturnType<typeof loadPageForm>>;
  readonly answer: RecordAnswer | { readonly message: string } | undefined;
  /** In the header, for a page that is not stored yet. */
  readonly newTitle: string;
  /** Above the form of a page that is not stored yet: other starting content. */
  readonly templates?: ReactNode;
  /** The sections of its text. */
  readonly children: ReactNode;
  /** Above the publishing card, in the narrow column. */
  readonly address?: ReactNode;
  /** Below the actions that reset a page. */
  readonly more?: ReactNode;
}

/** The staff page of a CMS page: its state and actions, the form, and its history. */
export function PageFrame({ page, answer, newTitle, templates, children, address: addressFields, more }: PageFrameProps) {
  const { id, title, form, history, state, publishes, address, zone } = page;
  const params = { id: String(id) };
  return (
    <div className="group/page">
      <PageHeader
        title={id === null ? newTitle : title}
        trail={[{ to: href("/admin/cms"), label: "Pages" }]}
        status={id === null ? undefined : <PageStatus state={state} publishes={publishes} />}
        more={
          id === null ? undefined : (
            <>
              {address === null ? null : (
                <ButtonLink to={address} look="outline" size="desk" reloadDocument>
                  View in shop
                </ButtonLink>
              )}
              <ButtonLink to={href("/admin/cms/preview/:id", params)} look="outline" size="desk">
                Preview
              </ButtonLink>
              <ButtonLink to={href("/admin/cms/versions/:id", params)} look="outline" size="desk">
                Versions
              </ButtonLink>
            </>
          )
        }
      >
        {id === null || state === "published" ? undefined : (
          <PostForm>
            <Button type="submit" name="intent" value="publish" size="desk" className={UNLESS_UNSAVED}>
              {address === null ? "Publish page" : "Publish changes"}
            </Button>
          </PostForm>
        )}
      </PageHeader>
      {id === null && templates !== undefined ? <p className="mb-4">{templates}</p> : null}
      <BrokenLinks links={page.broken} />
      <RecordForm
        form={form}
        answer={answer !== undefined && "kind" in answer ? answer : undefined}
        side={
          <>
            {addressFields}
            <PublishFields zone={zone} />
          </>
        }
      >
        {children}
      </RecordForm>
      {id === null ? null : <PutBackActs page={page}>{more}</PutBackActs>}
      <RecordHistory history={history} />
    </div>
  );
}

function PublishFields({ zone }: { readonly zone: string }) {
  return (
    <>
      <RecordSection title="Publish later">
        <RecordText
          name="publishAt"
          label="At"
          type="datetime-local"
          hint={`What is saved becomes public then, by the clock of ${zone}. Empty: when you press Publish.`}
        />
      </RecordSection>
      <RecordSection title="Search engines" fold={{ fields: ["seoTitle", "seoDescription"], words: "Title and summary" }}>
        <RecordText name="seoTitle" label="Title" hint="Empty: the title of the page." />
        <RecordArea name="seoDescription" label="Description" rows={3} hint="Empty: the summary." />
      </RecordSection>
    </>
  );
}

function PutBackActs({ page: { state, address }, children }: Pick<PageFrameProps, "page"> & { readonly children: ReactNode }) {
  return (
    <div className="mt-6 flex flex-wrap gap-2">
      {state === "changed" || (state === "scheduled" && address !== null) ? (
        <PostForm>
          <Button type="submit" name="intent" value="discard" look="outline" size="desk">
            Discard changes
          </Button>
        </PostForm>
      ) : null}
      {address === null ? null : (
        <PostForm>
          <Button type="submit" name="intent" value="unpublish" look="outline" size="desk">
            Unpublish page
          </Button>
        </PostForm>
      )}
      {children}
    </div>
  );
}
