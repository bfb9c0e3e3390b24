/** The language of these texts (BCP 47), for the pages' `lang` and for the rules of plural forms. */
export const LANGUAGE = "en";
