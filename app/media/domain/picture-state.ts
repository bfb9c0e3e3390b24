/** `waiting`: its sizes are being made; `failed`: they could not be. A replaced picture keeps its old sizes meanwhile. */
export type PictureState = "ready" | "waiting" | "failed";
