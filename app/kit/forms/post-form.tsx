import { useEffect, useRef, type ComponentProps } from "react";
import { Form, useActionData, useLocation } from "react-router";

/**
 * A form that posts to the page it is on, once at a time: the router shows a moment later that something is being sent, and a double click
 * would send it twice. The next submit counts once the answer is shown, which is before the page is read again, or once the navigation has ended:
 * each one, also without an answer, brings a location with a new key.
 */
export function PostForm({ onSubmit, ...props }: Omit<ComponentProps<typeof Form>, "method" | "action">) {
  const { key } = useLocation();
  const answer: unknown = useActionData();
  const sentAt = useRef<{ readonly key: string; readonly answer: unknown }>(undefined);
  const isSent = () => sentAt.current?.key === key && sentAt.current.answer === answer;
  // Forgotten as soon as there is another key: the Back button brings this one again.
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
