import { createContext, type ReactNode } from "react";
import type { PickerExtraProps } from "#app/kit/pickers/hit.ts";

/** Renders the upload of new pictures below the editor's picture search; null = existing pictures only. */
export const PictureUploadContext = createContext<((extra: PickerExtraProps) => ReactNode) | null>(null);
