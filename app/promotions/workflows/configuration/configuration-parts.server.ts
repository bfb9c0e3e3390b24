import { rolesPart } from "#app/content/workflows/configuration/configured-roles.server.ts";
import { promotionsPart } from "./configured-promotions.server.ts";

/** The parts of the configuration file that the content hands in by themselves. */
export const CONFIGURATION_PARTS = [promotionsPart, rolesPart];
