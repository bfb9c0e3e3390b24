/**
 * The shop's constants in one place: limits on input, time and size, and intervals that users notice. Names end in their unit; a bound on
 * text counts characters (UTF-16 code units, as `maxlength` does).
 */

// ── Polling and checks ───────────────────────────────────────────────────────────────────────────────────────────────
export const ORDER_POLL_MS = 5000;
/** Staff pages check for changes between two polls, so that each step reaches every screen within one poll. */
export const ORDER_LOOK_MS = ORDER_POLL_MS / 2;
/** How often the staff area checks the session. */
export const SESSION_CHECK_MS = 5 * 60_000;
export const VERSION_POLL_MS = 3_600_000;
export const STORE_CHECK_MS = 300_000;
export const STORE_CHECK_NEAR_CLOSING_MS = 10_000;
/** From this many minutes before closing, the open state is checked more often. */
export const NEAR_CLOSING_MINUTES = 5;
export const NOTIFICATION_VOLUME = 1;
/** A page from the back/forward cache reloads itself at most once in this time. */
export const STORED_PAGE_RELOAD_GUARD_MS = 10_000;

/** The hotkey is Alt+T in the toast library's notation. */
export const TOAST = {
  durationMs: 4000,
  visible: 3,
  widthPx: 356,
  gapPx: 14,
  swipeThresholdPx: 20,
  position: "bottom-center",
  offsetPx: 200,
  hotkey: ["altKey", "KeyT"],
} as const;
/** A toast that offers an action stays longer than the 4000 ms of a plain one. */
export const TOAST_WITH_ACTION_MS = 10_000;

// ── Money ───────────────────────────────────────────────────────────────────────────────────────────────────────────
/** $999,999.99: the largest amount a field or an order may hold; fits a 32-bit column with room to add. */
export const MAX_AMOUNT_CENTS = 99_999_999;
/** The largest amount of a whole day, such as the cash in the drawer: in currencies with small units it is far above that of an order. */
export const MAX_DAY_AMOUNT_CENTS = 9_999_999_999_999;

/** A tip is at most the larger of this and 100 % of its base. */
export const TIP_CAP_CENTS = 1000;
export const MAX_TIP_PERCENTAGE = 100;
export const MAX_TIP_PRESETS = 5;

// ── Cart and checkout ───────────────────────────────────────────────────────────────────────────────────────────────
export const MAX_QUANTITY = 99;
export const MAX_CART_LINES = 100;
export const MAX_CHOICES_PER_LINE = 200;
export const MAX_NOTE_LENGTH = 300;
export const MAX_COUPON_CODES = 10;
export const MAX_COUPON_CODE_LENGTH = 64;
export const MAX_NAME_LENGTH = 100;
export const MAX_EMAIL_LENGTH = 254;
export const MAX_PHONE_LENGTH = 32;
export const MAX_ADDRESS_LINE_LENGTH = 120;
export const MAX_POSTAL_CODE_LENGTH = 12;
export const MAX_INSTRUCTIONS_LENGTH = 500;
export const MAX_ALLERGY_NOTE_LENGTH = 200;

// ── Orders ──────────────────────────────────────────────────────────────────────────────────────────────────────────
/** Rows of `GET /admin/api/poll-orders`: the latest placed orders of any status. */
export const POLL_ORDERS_ROWS = 20;
/** How long a checkout in progress keeps its slot, stock and promotion uses. */
export const CHECKOUT_HOLD_MINUTES = 10;
/** Open unpaid checkouts in other carts of one anonymous visitor: by email or phone, by address, and per counted product. */
export const MAX_HOLDS_OF_CUSTOMER = 3;
export const MAX_HOLDS_OF_ADDRESS = 10;
export const MAX_HOLDS_OF_SAME_STOCK = 3;
/** The same for a whole IPv6 site (/48). */
export const MAX_HOLDS_OF_SITE = 40;
export const MAX_HOLDS_OF_SAME_STOCK_OF_SITE = 12;
/**
 * Orders without a card payment, which cost a remote visitor nothing, in CHECKOUT_HOLD_MINUTES: by email or phone, by address, by IPv6
 * site.
 */
export const MAX_UNPAID_OF_CUSTOMER = 3;
export const MAX_UNPAID_OF_ADDRESS = 30;
export const MAX_UNPAID_OF_SITE = 120;
/** An order that was never paid is abandoned after this time. */
export const ABANDON_AFTER_MINUTES = 60;
/** An order undecided for this long: staff get a second alert, the customer sees the telephone number. */
export const UNDECIDED_ALERT_MINUTES = 4;
/** A screen with sound on that polled for new orders within this time can ring. */
export const SCREEN_LISTENS_SECONDS = 60;
/** Delay after an order before staff are notified if no screen can ring. */
export const UNHEARD_ALERT_SECONDS = 70;
/** Consecutive unanswered orders that pause ordering. */
export const TIME_OUTS_UNTIL_PAUSE = 2;
/** A rejection is delayed by this many seconds, with Undo. Each user chooses; the first is the default. */
export const REJECT_UNDO_SECONDS = [6, 10, 20, 30, 60] as const;
export const COMPLETE_AFTER_HOURS = 4;
export const UNDO_COMPLETED_MINUTES = 30;
export const MAX_REASON_LENGTH = 200;

// ── Hours and slots ─────────────────────────────────────────────────────────────────────────────────────────────────
/** The ASAP promise is rounded up to this many minutes. */
export const PROMISE_STEP_MINUTES = 5;
/** Reports and "sold out today" cut the business day at 04:00 local. */
export const BUSINESS_DAY_STARTS_AT_MINUTES = 240;
/** How far ahead to search for the next opening: longer than any weekly pattern, long enough for holidays. */
export const OPENING_HORIZON_DAYS = 62;
export const MAX_SCHEDULE_DAYS_AHEAD = 60;
export const MAX_OTHER_TAX_RATES = 8;
export const MAX_TAX_COMPONENTS = 4;
export const MAX_STATIONS = 12;
export const MAX_STATION_LENGTH = 40;
export const MAX_RANGES_PER_DAY = 6;
export const MAX_SPECIAL_DAYS = 200;
export const MAX_DELIVERY_AREAS = 30;
export const MAX_MINUTES_SETTING = 480;

// ── Staff input ─────────────────────────────────────────────────────────────────────────────────────────────────────
export const MAX_TITLE_LENGTH = 120;
export const MAX_SHORT_TEXT_LENGTH = 200;
export const MAX_HTML_LENGTH = 100_000;
export const MAX_URL_LENGTH = 2000;
export const MAX_SLUG_LENGTH = 200;
export const MAX_SECRET_LENGTH = 500;
export const MAX_TAGS = 30;
export const MAX_TAG_LENGTH = 40;
export const MAX_SEO_DESCRIPTION_LENGTH = 320;
export const MAX_PRODUCT_CATEGORIES = 30;
/** Suggested products per product. */
export const MAX_COMPANIONS = 12;
export const MAX_PRODUCT_PICTURES = 20;
export const MAX_ATTACHED_CUSTOMIZATIONS = 30;
export const MAX_CALORIES = 20_000;
export const MAX_STOCK = 1_000_000;
/** 30 days. */
export const MAX_LEAD_HOURS = 720;
export const MAX_PER_ORDER = 999;
export const MAX_CODE_LENGTH = 64;
export const MAX_VENDOR_LENGTH = 100;
export const MAX_WEIGHT_GRAMS = 1_000_000;
/** For a product sold by weight: grams, or hundredths of a pound. */
export const MAX_WEIGHT_STEP = 10_000;
export const MAX_OPTIONS = 250;
/** An option changes the price by at most the largest product price. */
export const MAX_OPTION_PRICE_CENTS = 9_999_999;
/** Larger categories cannot be sorted by hand. */
export const MAX_ORDERED_PRODUCTS = 500;
/** Plain text of several lines, such as a description. */
export const MAX_LONG_TEXT_LENGTH = 5000;
export const MAX_MENU_ITEMS = 200;
export const MAX_MENU_DEPTH = 3;
export const MAX_FOOTER_COLUMNS = 8;
/** Postgres `integer`: the largest id a path may name. */
export const MAX_ID = 2_147_483_647;

/** Characters of a list of coupon codes. */
export const MAX_CODES_TEXT_LENGTH = 8_000_000;

// ── Pictures ────────────────────────────────────────────────────────────────────────────────────────────────────────
/** Pixels and frames are checked in the header before decoding: a small file may unpack to gigabytes. */
export const MAX_PICTURE_PIXELS = 40_000_000;
/** The largest height of WebP. With MAX_PICTURE_PIXELS only narrow pictures reach it, which are never scaled down. */
export const MAX_PICTURE_HEIGHT = 16_383;
export const MAX_PICTURE_FRAMES = 100;
export const MAX_PICTURE_BYTES = 20_000_000;
/** One upload: a form with a picture of maximum size, or several small ones. */
export const MAX_UPLOAD_BYTES = 32_000_000;
export const MAX_PRODUCT_FILE_BYTES = 50_000_000;
export const MAX_CONFIGURATION_FILE_BYTES = 2_000_000;
export const MAX_IMPORT_COLUMNS = 1000;
export const MAX_FILES_AT_ONCE = 20;
export const MAX_ALT_LENGTH = 300;
export const MAX_FOLDER_LENGTH = 80;
/** Deleted and replaced pictures can be restored for this long. */
export const PICTURE_BIN_DAYS = 30;

// ── Lists ───────────────────────────────────────────────────────────────────────────────────────────────────────────
export const PRODUCTS_PER_PAGE = 24;
export const ADMIN_ROWS_PER_PAGE = 50;
export const MAX_PER_PAGE = 100;
export const MAX_PAGE_NUMBER = 100_000;
export const MAX_SEARCH_LENGTH = 100;
/** Individually selected rows across all pages of a list; "all that match" is not limited. */
export const MAX_SELECTED = 500;
/** Records that one bulk action changes, in one transaction. */
export const MAX_CHANGED_AT_ONCE = 10_000;

/** Segments of a path; longer paths get 404 before any routing. */
export const MAX_PATH_PARTS = 8;
