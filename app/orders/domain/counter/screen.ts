/** A poll of a staff page names its browser with it, and whether it would ring: "<uuid> rings" or "<uuid> silent". */
export const SCREEN_HEADER = "X-Shopbell-Screen";
