/** How the line to a mail server is kept private: from its first byte, after asking (RFC 3207), or not at all. */
export const MAIL_SECURITY = ["tls", "starttls", "none"] as const;
export type MailSecurity = typeof MAIL_SECURITY[number];
