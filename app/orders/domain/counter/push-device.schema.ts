import { z } from "zod";
import { requiredWireLine, wireLine, wireObject } from "#app/values/wire.schema.ts";

const MAX_ENDPOINT_LENGTH = 1000;
const MAX_DEVICE_LENGTH = 80;
const KEYS = "Send the keys of the device as the browser gave them.";

const endpoint = requiredWireLine("the address of the device", MAX_ENDPOINT_LENGTH);

/** PUT /admin/api/orders/push: a device as the push manager describes it; `device` is its display name. */
export const pushDevice = wireObject({
  endpoint,
  /** A P-256 point (65 bytes) and a 16-byte secret, base64url. */
  keys: wireObject({
    p256dh: z.string(KEYS).regex(/^B[\w-]{86}=?$/, KEYS),
    auth: z.string(KEYS).regex(/^[\w-]{22}(?:==)?$/, KEYS),
  }),
  device: wireLine("the name of the device", MAX_DEVICE_LENGTH).default(""),
});

/** DELETE /admin/api/orders/push. */
export const pushDeviceGone = wireObject({ endpoint });
