import { menusPart } from "#app/content/workflows/configuration/configured-menus.server.ts";
import { homePart, pagesPart } from "#app/content/workflows/configuration/configured-pages.server.ts";
import { rolesPart } from "#app/content/workflows/configuration/configured-roles.server.ts";
import { settingsPart } from "#app/content/workflows/configuration/configured-settings.server.ts";
import { templatesPart } from "#app/content/workflows/configuration/configured-templates.server.ts";
import { promotionsPart } from "./configured-promotions.server.ts";

/** The parts of the configuration file in their order. */
export const CONFIGURATION_PARTS = [settingsPart, templatesPart, pagesPart, homePart, menusPart, promotionsPart, rolesPart];
