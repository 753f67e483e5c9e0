/** Gray placeholders for `count` cards. */
export function CardSkeletons({ count }: { count: number }) {
  return (
    <ul className="card-grid" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the shapes are all alike and never change places
        <li key={index} className="card">
          <div className="skeleton aspect-[16/10] rounded-b-none" />
          <div className="grid gap-3 p-4">
            <div className="skeleton h-6 w-3/4" />
            <div className="skeleton h-4 w-1/2" />
            <div className="skeleton h-12" />
            <div className="skeleton h-4 w-2/3" />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Gray placeholders for `count` towns. */
export function TownSkeletons({ count }: { count: number }) {
  return (
    <ul className="grid gap-x-8 gap-y-3 md:grid-cols-2" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the shapes are all alike and never change places
        <li key={index} className="skeleton h-20" />
      ))}
    </ul>
  );
}
