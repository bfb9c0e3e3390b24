/** What a person quotes who reports an error. */
import type { ReactNode } from "react";

export const quoteRequestId = (id: ReactNode) => <>If you contact us about this, quote the request id {id}.</>;
