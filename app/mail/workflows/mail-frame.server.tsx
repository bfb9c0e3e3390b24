import { LANGUAGE } from "#texts/language.ts";
import type { ReactNode } from "react";
import type { PrintedLook } from "#app/store/domain/look/look.ts";
import { DEFAULT_ACCENT } from "#app/store/domain/look/look-options.ts";

const PLAIN: PrintedLook = { primary: DEFAULT_ACCENT, logoUrl: "" };
const FONT = "Figtree,'Segoe UI',Roboto,Arial,sans-serif";
const DISPLAY = "'Bricolage Grotesque','Segoe UI',Roboto,Arial,sans-serif";

interface MailFrameProps {
  readonly shopName: string;
  /** Missing from emails that an earlier version stored. */
  readonly look: PrintedLook | undefined;
  readonly children: ReactNode;
}

/** The document of an email to staff: the shop's logo or name in its colour, then the text on a card. */
export function MailFrame({ shopName, look = PLAIN, children }: MailFrameProps) {
  const { primary, logoUrl } = look;
  return (
    <html lang={LANGUAGE}>
      <body style={{ font: `16px/1.5 ${FONT}`, color: "#14201b", background: "#f3f5f0", margin: 0, padding: 24 }}>
        <div style={{ maxWidth: 520, margin: "auto" }}>
          <p style={{ margin: "0 0 16px", font: `700 20px/24px ${DISPLAY}`, letterSpacing: "-0.02em", color: primary }}>
            {logoUrl === "" ? (
              shopName
            ) : (
              <img src={logoUrl} alt={shopName} height={48} style={{ height: 48, width: "auto", maxWidth: "100%" }} />
            )}
          </p>
          <div style={{ background: "#fff", border: "1px solid #d6dcd3", borderTop: `3px solid ${primary}`, padding: 24 }}>{children}</div>
        </div>
      </body>
    </html>
  );
}

interface MailButtonProps {
  readonly url: string;
  readonly label: string;
  readonly look: PrintedLook | undefined;
}

/** A link that looks like a button. */
export function MailButton({ url, label, look = PLAIN }: MailButtonProps) {
  const shape = { display: "inline-block", padding: "12px 20px", borderRadius: 6, color: "#fff", fontWeight: 600, textDecoration: "none" };
  return (
    <p>
      <a href={url} style={{ ...shape, background: look.primary }}>
        {label}
      </a>
    </p>
  );
}
