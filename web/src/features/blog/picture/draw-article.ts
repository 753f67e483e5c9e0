import { type Chance, chanceOf } from "../../../ui/chance.ts";
import { bag, dripper, iced, kettle, machine, mill, press } from "./objects.ts";
import { type Palette, paletteOf } from "./palette.ts";
import { fromAbove, oneCup, road, stillLife, street, twoCups } from "./scenes.ts";

type Scene = (palette: Palette, chance: Chance) => string;

/** Subjects of articles and their drawings; the first match is used. */
const SUBJECTS: readonly [words: RegExp, scene: Scene][] = [
  [/\b(water|kettle|temperature|boil)/, stillLife(kettle)],
  [/\b(iced?|cold|summer)\b/, stillLife(iced)],
  [/\b(grind|grinder|grinders|grinding|burrs?|mill)\b/, stillLife(mill)],
  [/\b(press|plunger|immersion)\b/, stillLife(press)],
  [/\b(pour|filters?|drip|dripper)\b/, stillLife(dripper)],
  [/\b(roast|beans?|bags?|freshness|stor(e|ing|age)|decaf)/, stillLife(bag)],
  [/\b(white|latte|cappuccino|cortado|milk|foam)\b/, fromAbove],
  [/\b(road|travel|trips?|drives?|routes?|weekend|map)\b/, road],
  [/\b(mornings?|towns?|streets?|early|squares?|neighbors?)\b/, street],
  [/\b(barista|order|ordering|espresso|machine|tip|tipping)\b/, stillLife(machine)],
  [/\b(talk|talking|meet|friends?|questions?)\b/, twoCups],
  [/\b(brew|brewing|ratio|recipe)\b/, stillLife(dripper)],
];

const ANY: readonly Scene[] = [oneCup, twoCups, fromAbove, stillLife(dripper), stillLife(bag)];

/**
 * Draws an article's picture based on its subject (its slug, then its tags), in its category's colors: the same article
 * always gets the same picture. One piece of SVG text without IDs and styles, in a 320 × 200 view box.
 */
export function drawArticle(slug: string, tags: readonly string[], color?: string): string {
  const chance = chanceOf(slug);
  const palette = paletteOf(color, chance);
  const scene = sceneOf(slug) ?? sceneOf(tags.join(" ")) ?? chance.pick(ANY);
  return scene(palette, chance);
}

function sceneOf(text: string): Scene | undefined {
  const words = text.replaceAll("-", " ").toLowerCase();
  return SUBJECTS.find(([pattern]) => pattern.test(words))?.[1];
}
