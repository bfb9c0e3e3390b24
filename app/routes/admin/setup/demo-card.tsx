import { href, Link, useNavigation } from "react-router";
import { PostForm } from "#app/kit/forms/post-form.tsx";
import { Button } from "#app/kit/button.tsx";
import { Fold } from "#app/kit/fold.tsx";
import { CONTROL_CLASS } from "#app/kit/forms/control.ts";
import type { DemoState } from "./demo-state.server.ts";
import { DEMO_WORD, type SetupAnswer } from "./setup-answer.ts";

const LINK = "text-primary underline underline-offset-2";

/** Removes the demo data for the owner's own shop; afterwards links to the backup. */
export function DemoCard({ demo, answer }: { readonly demo: DemoState; readonly answer: SetupAnswer | undefined }) {
  if (demo.kind === "none") return null;
  if (demo.kind === "removed") {
    return (
      <p className="rounded border border-leaf bg-leaf-tint px-3 py-2 wrap-anywhere">
        The demo content is removed. To go back, restore the backup <strong>{demo.backup}</strong>. <HowToRestore />
      </p>
    );
  }
  const refusal = answer?.kind === "refused" && answer.typed["confirm"] !== undefined ? answer.message : undefined;
  return (
    <section aria-labelledby="demo-title" className="ticket grid gap-2 p-4">
      <h2 id="demo-title" className="text-lg">
        This shop shows the demo
      </h2>
      <p className="max-w-[60ch] text-ink-2">Ready for your own menu? Remove the demo content first. Your settings, staff and look stay.</p>
      <Fold title="Remove the demo content" look="danger" open={refusal !== undefined}>
        <RemovalForm demo={demo} refusal={refusal} />
      </Fold>
    </section>
  );
}

interface RemovalFormProps {
  readonly demo: Extract<DemoState, { readonly kind: "present" }>;
  readonly refusal: string | undefined;
}

function RemovalForm({ demo: { content, added, seal }, refusal }: RemovalFormProps) {
  const { formData } = useNavigation();
  const isRemoving = formData?.get("intent") === "remove-demo";
  return (
    <PostForm className="mt-2 grid max-w-[60ch] gap-3" preventScrollReset>
      <input type="hidden" name="seal" value={seal} />
      <div>
        <h3 className="font-semibold">This is removed</h3>
        <ul className="mt-1 flex flex-wrap gap-x-4" aria-label="This is removed">
          {content.map((words) => (
            <li key={words} className="figures">
              {words}
            </li>
          ))}
        </ul>
      </div>
      {added.length === 0 ? null : (
        <p className="rounded border border-saffron bg-saffron-tint px-3 py-2">
          <strong>Added since the demo, and removed too:</strong> {added.join(", ")}. To keep products of your own,{" "}
          <a href={href("/admin/product/export")} className={LINK}>
            export the products
          </a>{" "}
          first and import yours again afterwards.
        </p>
      )}
      <div>
        <h3 className="font-semibold">This stays</h3>
        <p>All site settings, staff accounts, printers, the history, your logo and colours, and your home page with its picture.</p>
      </div>
      <div>
        <h3 className="font-semibold">You can go back</h3>
        <p>
          A backup of the whole shop is made first. Whoever runs the server can restore it. <HowToRestore />
        </p>
      </div>
      {refusal === undefined ? null : (
        <p id="demo-error" role="alert" className="font-semibold text-beet">
          {refusal}
        </p>
      )}
      <label className="grid gap-1">
        <span className="font-semibold">Type {DEMO_WORD} to confirm</span>
        <input
          name="confirm"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-describedby={refusal === undefined ? undefined : "demo-error"}
          className={`${CONTROL_CLASS} max-w-60`}
        />
      </label>
      <div>
        <Button type="submit" name="intent" value="remove-demo" look="danger" disabled={isRemoving}>
          {isRemoving ? "Backing up and removing…" : "Back up and remove the demo"}
        </Button>
      </div>
    </PostForm>
  );
}

function HowToRestore() {
  return (
    <Link to={`${href("/admin/orders/guide")}?page=backup`} className={LINK}>
      How to restore a backup
    </Link>
  );
}
