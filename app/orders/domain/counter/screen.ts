/** A poll identifies its browser and sound: "<uuid> rings" or "<uuid> silent". */
export const SCREEN_HEADER = "X-Shopbell-Screen";
