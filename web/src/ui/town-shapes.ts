import type { Chance } from "./chance.ts";

/** Small-town silhouettes as path data: left edge or center at `x`, standing on `ground`, scaled by `k`. */

const n = (value: number) => Math.round(value * 10) / 10;

export function block(x: number, ground: number, width: number, k: number, chance: Chance): string {
  const height = n(chance.between(36, 58) * k);
  const step = chance.pick([0, 6, 10]);
  return `M${n(x)} ${ground}v-${height}h${n(width * 0.3)}v-${step}h${n(width * 0.4)}v${step}h${n(width * 0.3)}v${height}z`;
}

export function gable(x: number, ground: number, k: number): string {
  return `M${n(x)} ${ground}v-${n(30 * k)}l${n(30 * k)}-${n(22 * k)} ${n(30 * k)} ${n(22 * k)}v${n(30 * k)}z`;
}

export function pine(x: number, ground: number, k: number): string {
  return `M${n(x)} ${ground - n(8 * k)}l${n(7 * k)}-${n(20 * k)}h-${n(4 * k)}l${n(9 * k)}-${n(26 * k)} ${n(9 * k)} ${n(26 * k)}h-${n(4 * k)}l${n(7 * k)} ${n(20 * k)}h-${n(10 * k)}v${n(8 * k)}h-${n(4 * k)}v-${n(8 * k)}z`;
}

export function waterTower(x: number, ground: number, k: number): string {
  const u = (value: number) => n(value * k);
  return (
    `M${n(x - u(26))} ${n(ground - u(112))}a${u(26)} ${u(20)} 0 0 1 ${u(52)} 0v${u(18)}a${u(26)} ${u(14)} 0 0 1-${u(52)} 0z` +
    `M${n(x - u(2))} ${n(ground - u(134))}h${u(4)}v-${u(10)}h-${u(4)}z` +
    `M${n(x - u(18))} ${n(ground - u(86))}h${u(4)}l-${u(6)} ${u(86)}h-${u(4)}zM${n(x + u(14))} ${n(ground - u(86))}h${u(4)}l${u(6)} ${u(86)}h-${u(4)}z` +
    `M${n(x - u(3))} ${n(ground - u(86))}h${u(6)}v${u(86)}h-${u(6)}zM${n(x - u(20))} ${n(ground - u(44))}h${u(40)}v${u(4)}h-${u(40)}z`
  );
}

export function steeple(x: number, ground: number, k: number): string {
  const u = (value: number) => n(value * k);
  return (
    `M${n(x)} ${ground}v-${u(40)}l${u(8)}-${u(6)}v-${u(34)}l${u(10)}-${u(44)} ${u(10)} ${u(44)}v${u(28)}l${u(34)} ${u(16)}v${u(36)}z` +
    `M${n(x + u(16.5))} ${n(ground - u(122))}h${u(3)}v-${u(12)}h-${u(3)}z`
  );
}

export function dome(x: number, ground: number, k: number): string {
  const u = (value: number) => n(value * k);
  return (
    `M${n(x - u(40))} ${ground}v-${u(44)}h${u(20)}l${u(4)}-${u(14)}h${u(6)}a${u(16)} ${u(20)} 0 0 1 ${u(32)} 0h${u(6)}l${u(4)} ${u(14)}h${u(20)}v${u(44)}z` +
    `M${n(x + u(4))} ${n(ground - u(76))}h${u(4)}v-${u(22)}h-${u(4)}z`
  );
}

export function silo(x: number, ground: number, k: number): string {
  const u = (value: number) => n(value * k);
  const one = (at: number, height: number) =>
    `M${n(at)} ${ground}v-${u(height)}a${u(11)} ${u(9)} 0 0 1 ${u(22)} 0v${u(height)}z`;
  return `${one(x - u(24), 84) + one(x, 84)}M${n(x + u(24))} ${ground}v-${u(108)}h${u(24)}v${u(108)}z`;
}
