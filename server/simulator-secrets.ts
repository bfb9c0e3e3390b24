import { deriveKey } from "#app/platform/secret-box.server.ts";
import { SIMULATOR_SECRET_KEY } from "#stripe-simulator/keys.ts";

export interface SimulatorSecrets {
  /** Allows a caller to capture, cancel and refund demo payments. */
  readonly secretKey: string;
  /** The signing secret of its webhooks. */
  readonly webhookSecret: string;
}

/** The simulator's secrets of this installation. */
export function simulatorSecrets(appSecret: string): SimulatorSecrets {
  return {
    secretKey: `${SIMULATOR_SECRET_KEY}_${deriveKey(appSecret, "simulator secret key").toString("hex")}`,
    webhookSecret: `whsec_${deriveKey(appSecret, "simulator webhooks").toString("hex")}`,
  };
}
