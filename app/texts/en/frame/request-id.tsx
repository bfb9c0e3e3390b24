/** The request id to quote when reporting an error. */
import type { ReactNode } from "react";

export const quoteRequestId = (id: ReactNode) => <>If you contact us about this, quote the request id {id}.</>;
