/** An enamel percolator with a glass knob. */
export function Logo() {
  return (
    <svg viewBox="0 0 40 40" className="size-9 shrink-0" aria-hidden="true">
      <path
        className="fill-blue"
        d="M13 9h14l1 4h-16zM12 14h16l4 20a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2zM11.4 17 5 13.6a1.6 1.6 0 0 0-2.2 2L8.6 29z"
      />
      <path
        className="fill-transparent stroke-blue"
        strokeWidth="2.6"
        d="M29 17h4.5a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3H31"
      />
      <circle className="fill-amber" cx="20" cy="5.5" r="3" />
      <path
        className="fill-paper"
        d="M14 19h1.5v1.5H14zM19 17.500h1.500V19H19zM24.500 20.500H26V22h-1.500zM16.500 24H18v1.500h-1.500zM22 26h1.500v1.500H22zM12.500 29H14v1.500h-1.500zM27 29.500h1.500V31H27zM18.500 31H20v1.500h-1.500z"
      />
    </svg>
  );
}
