/** Line icons on a 24 × 24 grid, drawn for this product; with one path each, pages and scripts stay small. */
const PATHS = {
  menu: "M4 6h16M4 12h16M4 18h16",
  close: "M6 6l12 12M18 6 6 18",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.500 2.500",
  rise: "M3 17l6-6 4 4 8-9M15 6h6v6",
  pin: "M12 21s-7-6.200-7-11.500a7 7 0 0 1 14 0C19 14.800 12 21 12 21zM12 7.500a2.300 2.300 0 1 0 0 4.600 2.300 2.300 0 0 0 0-4.600z",
  way: "M12 2.500l9.500 9.500-9.500 9.500L2.500 12zM9 15v-4h6M12.500 8.500L15 11l-2.500 2.500",
  phone:
    "M5 3.500h3.500l1.800 4.500-2.300 1.800a12 12 0 0 0 6.200 6.200l1.800-2.300 4.500 1.800V19a2 2 0 0 1-2.200 2A17 17 0 0 1 3 5.700 2 2 0 0 1 5 3.500z",
  globe:
    "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 4 6 4 9s-1 6-4 9c-3-3-4-6-4-9s1-6 4-9z",
  bag: "M5 8h14l1 13H4zM8.500 11V7a3.500 3.500 0 0 1 7 0v4",
  check: "M4 12.500l5 5L20 6.500",
  bookmark: "M6 4h12v17l-6-5-6 5z",
  stamp:
    "M5 20h14M6 16.500h12V14c0-2-4-1.500-4-4.500 0-1 1-1.500 1-3.500a3 3 0 0 0-6 0c0 2 1 2.500 1 3.500 0 3-4 2.500-4 4.500z",
  photo: "M3 5h18v14H3zM3 16l5-5 4 4 3-3 6 6M16 8.500h.01",
} as const;

export type IconName = keyof typeof PATHS;

export const ICON_NAMES = Object.keys(PATHS) as IconName[];

/** Decoration next to words with the same meaning. */
export function Icon({ name, className = "size-6" }: { name: IconName; className?: string }) {
  return (
    <svg className={`icon ${className}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
