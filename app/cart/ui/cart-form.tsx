import type { ReactNode, SubmitEvent } from "react";
import type { FetcherWithComponents } from "react-router";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import type { Choice } from "#app/catalogue/domain/customization/customization.ts";

interface CartFormProps {
  readonly fetcher: FetcherWithComponents<unknown>;
  readonly intent: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** The page that a plain form returns to. */
  readonly from?: "cart" | "checkout";
  readonly className?: string;
  readonly onSubmit?: (event: SubmitEvent<HTMLFormElement>) => void;
  readonly children?: ReactNode;
}

/** A form that posts one intent to /cart; without JavaScript it returns to its page. */
export function CartForm({ fetcher, intent, fields = {}, from = "cart", className, onSubmit, children }: CartFormProps) {
  // Without JavaScript, the page to render again on errors.
  const action = useIsClient() || from === "cart" ? "/cart" : "/checkout";
  return (
    <fetcher.Form method="post" action={action} className={className} onSubmit={onSubmit} preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      {from === "checkout" ? <input type="hidden" name="from" value="checkout" /> : null}
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </fetcher.Form>
  );
}

/** Choices as form fields: repeated `choice` = "templateId:optionId:quantity", and `text:<templateId>`. */
export function ChoiceFields({ choices }: { readonly choices: readonly Choice[] }) {
  return choices.map((choice) =>
    choice.optionId === null ? (
      <input key={`text:${choice.templateId}`} type="hidden" name={`text:${choice.templateId}`} value={choice.text ?? ""} />
    ) : (
      <input
        key={`${choice.templateId}:${choice.optionId}`}
        type="hidden"
        name="choice"
        value={`${choice.templateId}:${choice.optionId}:${choice.quantity}`}
      />
    ),
  );
}
