import { CardSkeletons, TownSkeletons } from "../ui/skeleton.tsx";

/** Placeholders for screens while their data is loading. */

function Loading({ children }: { children: React.ReactNode }) {
  return (
    <div>
      <p role="status" className="sr-only">
        Loading…
      </p>
      {children}
    </div>
  );
}

export function HomeSkeleton() {
  return (
    <Loading>
      <div className="skeleton skeleton-hero h-96" />
      <div className="page mt-16 grid gap-16">
        <TownSkeletons count={4} />
        <CardSkeletons count={3} />
        <CardSkeletons count={4} />
      </div>
    </Loading>
  );
}

export function CitySkeleton() {
  return (
    <Loading>
      <div className="skeleton skeleton-hero h-72" />
      <div className="page mt-12">
        <CardSkeletons count={6} />
      </div>
    </Loading>
  );
}

export function ListSkeleton() {
  return (
    <Loading>
      <div className="page pt-10">
        <div className="skeleton mb-8 h-28 max-w-xl" />
        <CardSkeletons count={6} />
      </div>
    </Loading>
  );
}

/** Best-of pages (visitor.md 2). */
export function Spinner() {
  return (
    <Loading>
      <div className="page grid min-h-96 place-items-center">
        <div className="spinner size-12 animate-spin rounded-full border-4 border-rule border-t-blue" />
      </div>
    </Loading>
  );
}

export function TownsSkeleton() {
  return (
    <Loading>
      <div className="page pt-10">
        <div className="skeleton mb-8 h-28 max-w-xl" />
        <TownSkeletons count={6} />
      </div>
    </Loading>
  );
}

export function ShopSkeleton() {
  return (
    <Loading>
      <div className="page grid gap-8 pt-10 lg:grid-cols-[2fr_1fr]">
        <div className="grid gap-5">
          <div className="skeleton h-12 w-3/4" />
          <div className="skeleton aspect-[16/10]" />
          <div className="skeleton h-40" />
        </div>
        <div className="skeleton h-96" />
      </div>
    </Loading>
  );
}

export function TextSkeleton() {
  return (
    <Loading>
      <div className="page grid gap-5 pt-10">
        <div className="skeleton h-12 w-1/2" />
        <div className="skeleton h-96 max-w-2xl" />
      </div>
    </Loading>
  );
}
