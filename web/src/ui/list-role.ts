/**
 * For a list whose items are laid out as something else than list items, such as cards, badges and rows: Safari tells VoiceOver of it
 * only if it says what it is. All other lists keep their role by the marker in the base style (`styles.css`).
 */
export const LIST = { role: "list" } as const;
