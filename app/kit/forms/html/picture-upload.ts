import { createContext, type ReactNode } from "react";
import type { PickerExtraProps } from "#app/kit/pickers/hit.ts";

/** Draws what takes in new pictures below the editor's search for one; null = only those that are there. */
export const PictureUploadContext = createContext<((extra: PickerExtraProps) => ReactNode) | null>(null);
