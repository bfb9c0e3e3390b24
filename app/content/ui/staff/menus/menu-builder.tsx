import { Refused } from "#app/kit/forms/refused.tsx";
import { PostForm } from "#app/kit/forms/post-form.tsx";
import type { MenuTargets } from "#app/content/domain/menu-targets.ts";
import { Button } from "#app/kit/button.tsx";
import { Fold } from "#app/kit/fold.tsx";
import { RecordControl } from "#app/kit/record/record-fields.tsx";
import type { HistoryLine, RecordAnswer, RecordFormData } from "#app/kit/record/record-form-data.ts";
import { RecordForm } from "#app/kit/record/record-form.tsx";
import { RecordHistory } from "#app/kit/record/record-history.tsx";
import { MenuControl } from "./menu-control.tsx";
import { outline, type MenuShape } from "./menu-rows.ts";

/** An earlier version; `menu` is in the form's format. */
interface EarlierMenu {
  readonly version: number;
  readonly savedBy: string;
  readonly when: string;
  readonly menu: string;
}

interface MenuBuilderProps {
  readonly shape: MenuShape;
  readonly form: RecordFormData;
  readonly answer: RecordAnswer | { readonly kind: "refused-act"; readonly message: string } | undefined;
  readonly targets: MenuTargets;
  readonly shopName: string;
  readonly history: readonly HistoryLine[];
  readonly versions: readonly EarlierMenu[];
}

/** The page of a menu below its header: a form with tree and preview, then earlier versions and the history. */
export function MenuBuilder({ shape, form, answer, targets, shopName, history, versions }: MenuBuilderProps) {
  const refused = answer?.kind === "refused-act" ? answer : undefined;
  return (
    <>
      <Refused message={refused?.message} answer={refused} />
      <RecordForm form={form} answer={answer?.kind === "refused-act" ? undefined : answer}>
        <RecordControl name="items" label="Items" show={(text) => outline(shape, text, targets.categories)}>
          {({ required: _required, maxLength: _maxLength, ...control }) => (
            <MenuControl {...control} shape={shape} targets={targets} shopName={shopName} />
          )}
        </RecordControl>
      </RecordForm>
      {targets.categories.length === 0 ? null : (
        <PostForm className="mt-6 flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button type="submit" name="fill" value="categories" look="outline" size="desk" className="max-md:min-h-11">
            Fill from categories
          </Button>
          <span className="text-ink-2">Adds the categories that are missing and saves. Save other changes first.</span>
        </PostForm>
      )}
      {versions.length < 2 ? null : <EarlierVersions shape={shape} targets={targets} versions={versions} />}
      <RecordHistory history={history} />
    </>
  );
}

function EarlierVersions({ shape, targets, versions }: Pick<MenuBuilderProps, "shape" | "targets" | "versions">) {
  return (
    <Fold title="Earlier versions" look="title" className="mt-6 max-w-3xl">
      <ol className="divide-y divide-hairline border-y border-hairline">
        {versions.map(({ version, savedBy, when, menu }, at) => (
          <li key={version} className="flex flex-wrap items-start gap-x-4 py-1">
            <Fold
              look="row"
              className="min-w-0 grow"
              title={
                <>
                  <span className="font-semibold">Version {version}</span>{" "}
                  <span className="text-ink-2">
                    {when}
                    {savedBy === "" ? "" : ` · ${savedBy}`}
                  </span>
                </>
              }
            >
              <p className="pb-2 pl-5 wrap-anywhere whitespace-pre-wrap">{outline(shape, menu, targets.categories) || "Empty"}</p>
            </Fold>
            {at === 0 ? (
              <span className="min-h-11 content-center text-ink-2">What customers see</span>
            ) : (
              <PostForm>
                <Button
                  type="submit"
                  name="restore"
                  value={version}
                  look="outline"
                  size="desk"
                  className="max-md:min-h-11 md:my-1.5"
                  aria-label={`Restore version ${version}`}
                >
                  Restore
                </Button>
              </PostForm>
            )}
          </li>
        ))}
      </ol>
    </Fold>
  );
}
