import { listOwnPushDevices } from "#app/orders/data/counter/push.server.ts";
import { pushDevice, pushDeviceGone } from "#app/orders/domain/counter/push-device.schema.ts";
import { readPushKeys } from "#app/orders/workflows/counter/push-keys.server.ts";
import { switchPushOff, switchPushOn } from "#app/orders/workflows/counter/push-devices.server.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { servicesContext, staffContext } from "#app/http/context.server.ts";
import { parseJsonBody } from "#app/http/answers/parse-json.server.ts";
import { jsonAnswer, problem } from "#app/http/answers/problem.server.ts";

const NO_SERVICE = "This is not the address of a push service.";
const signIn = () => problem(401, { detail: "Sign in first." });

/**
 * GET|PUT|DELETE /admin/api/orders/push: the public key browsers make their address with and how many devices of one's own are told of orders
 * with the page closed; remember a device; forget it.
 */
const route = apiRoute({
  async GET({ context }) {
    const services = context.get(servicesContext);
    const user = context.get(staffContext);
    if (user === null) return signIn();
    const [{ publicKey }, devices] = await Promise.all([readPushKeys(services), listOwnPushDevices(services.db, user.id)]);
    return jsonAnswer({ public_key: publicKey, devices: devices.length });
  },
  async PUT({ request, context }) {
    const services = context.get(servicesContext);
    const user = context.get(staffContext);
    if (user === null) return signIn();
    const { endpoint, keys, device } = await parseJsonBody(request, pushDevice);
    const isOn = await switchPushOn(services, user, { endpoint, ...keys }, device);
    return isOn ? jsonAnswer({ is_on: true }) : problem(422, { detail: NO_SERVICE, errors: [{ path: "endpoint", message: NO_SERVICE }] });
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
