import { useEffect, useRef, type ComponentProps } from "react";
import { Form, useActionData, useLocation } from "react-router";

/**
 * A form that posts to its page, with one submission at a time: the router renders the pending state a moment later, and a double click
 * would submit twice. The next submit counts once the response is shown, before revalidation, or once the navigation has ended: each
 * navigation, also without a response, brings a location with a new key.
 */
export function PostForm({ onSubmit, ...props }: Omit<ComponentProps<typeof Form>, "method" | "action">) {
  const { key } = useLocation();
  const answer: unknown = useActionData();
  const sentAt = useRef<{ readonly key: string; readonly answer: unknown }>(undefined);
  const isSent = () => sentAt.current?.key === key && sentAt.current.answer === answer;
  // Reset on another key: the Back button restores this one.
  useEffect(() => {
    if (sentAt.current?.key !== key) sentAt.current = undefined;
  }, [key]);
  return (
    <Form
      {...props}
      method="post"
      onSubmit={(event) => {
        if (isSent()) {
          event.preventDefault();
          return;
        }
        onSubmit?.(event);
        if (!event.defaultPrevented) sentAt.current = { key, answer };
      }}
    />
  );
}
