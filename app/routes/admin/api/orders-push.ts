import { pushDevice, pushDeviceGone } from "#app/orders/domain/counter/push-device.schema.ts";
import { readPushKeys } from "#app/orders/workflows/counter/push-keys.server.ts";
import { listOwnDeviceMarks, switchPushOff, switchPushOn } from "#app/orders/workflows/counter/push-devices.server.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { readSessionToken } from "#app/http/cookies/session-cookie.server.ts";
import { servicesContext, staffContext } from "#app/http/context.server.ts";
import { parseJsonBody } from "#app/http/answers/parse-json.server.ts";
import { jsonAnswer, problem } from "#app/http/answers/problem.server.ts";

const REFUSED = {
  endpoint: "This is not the address of a push service.",
  keys: "Send the keys of the device as the browser gave them.",
};
const signIn = () => problem(401, { detail: "Sign in first." });

/**
 * /admin/api/orders/push: push notifications of new orders while the page is closed. GET returns the public key, and the user's devices as
 * `known` (the SHA-256 of each endpoint, base64url). PUT registers a device until its sign-out; DELETE removes it.
 */
const route = apiRoute({
  async GET({ context }) {
    const services = context.get(servicesContext);
    const user = context.get(staffContext);
    if (user === null) return signIn();
    const [{ publicKey }, known] = await Promise.all([readPushKeys(services), listOwnDeviceMarks(services.db, user)]);
    return jsonAnswer({ public_key: publicKey, devices: known.length, known });
  },
  async PUT({ request, context }) {
    const services = context.get(servicesContext);
    const user = context.get(staffContext);
    const sessionToken = await readSessionToken(request, services.env);
    if (user === null || sessionToken === null) return signIn();
    const { endpoint, keys, device } = await parseJsonBody(request, pushDevice);
    const answer = await switchPushOn(services, { ...user, sessionToken }, { endpoint, ...keys }, device);
    if (answer === "on") return jsonAnswer({ is_on: true });
    if (answer === "session") return signIn();
    return problem(422, { detail: REFUSED[answer], errors: [{ path: answer, message: REFUSED[answer] }] });
  },
  async DELETE({ request, context }) {
    const services = context.get(servicesContext);
    const user = context.get(staffContext);
    if (user === null) return signIn();
    await switchPushOff(services, user, (await parseJsonBody(request, pushDeviceGone)).endpoint);
    return jsonAnswer({ is_on: false });
  },
});

export const loader = route.loader;
export const action = route.action;
