import { useEffect, useRef, type ComponentProps } from "react";
import { Form, useLocation } from "react-router";

/**
 * A form that posts to the page it is on, once at a time: the router shows a moment later that something is being sent, and a double click
 * would send it twice. Each navigation, also one that ends with a refusal or without an answer, brings a location with a new key.
 */
export function PostForm({ onSubmit, ...props }: Omit<ComponentProps<typeof Form>, "method" | "action">) {
  const { key } = useLocation();
  const sentAt = useRef<string>(undefined);
  // Forgotten as soon as there is another key: the Back button brings this one again.
  useEffect(() => {
    if (sentAt.current !== key) sentAt.current = undefined;
  }, [key]);
  return (
    <Form
      {...props}
      method="post"
      onSubmit={(event) => {
        if (sentAt.current === key) {
          event.preventDefault();
          return;
        }
        onSubmit?.(event);
        if (!event.defaultPrevented) sentAt.current = key;
      }}
    />
  );
}
