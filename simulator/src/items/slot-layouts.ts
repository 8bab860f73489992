/**
 * Slot positions of special tabs. They are made up: a page that draws a tab must use the layout that was sent. A board is 600
 * units wide, and a slot of scale 1 is a fourteenth of that.
 */
import {
  corruptEssences,
  currencies,
  deliriumOrbs,
  essenceTiers,
  fossils,
  fragments,
  incubators,
  oils,
  scarabs,
} from '../world/catalogue.ts'
import { resonators } from '../world/mechanics-catalogue.ts'

export interface Slot {
  x: number
  y: number
  w: number
  h: number
  scale: number
  section?: string
  /** Present but hidden: for items that no longer drop. */
  hidden?: true
  /** The base type of this slot; null accepts any. */
  holds: string | null
}

/** Slots by number; slots of a section are shown when it is selected. */
export interface SlotLayout {
  sections?: readonly string[]
  slots: readonly Slot[]
}

/** True: an ordinary grid. */
export type TabLayout = true | SlotLayout

const BOARD = 600
const CELL = BOARD / 14
const GAP = 5

interface Block {
  x?: number
  y: number
  columns: number
  scale?: number
  section?: string
  w?: number
  h?: number
}

const block = (holds: readonly (string | null)[], { x = 24, y, columns, scale = 1, section, w = 1, h = 1 }: Block): Slot[] => {
  const round = (value: number) => Math.round(value * 10) / 10
  return holds.map((name, at) => ({
    x: round(x + (at % columns) * (w * CELL * scale + GAP)),
    y: round(y + Math.floor(at / columns) * (h * CELL * scale + GAP)),
    w,
    h,
    scale,
    ...(section === undefined ? {} : { section }),
    holds: name,
  }))
}

const hide = (slots: readonly Slot[]): Slot[] => slots.map((slot) => ({ ...slot, hidden: true }))
const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)
const anything = (count: number): null[] => Array.from({ length: count }, () => null)

const everyday = currencies.filter(({ weight }) => weight >= 6)
const uncommon = currencies.filter(({ weight }) => weight < 6)

export const slotLayouts = {
  currency: {
    sections: ['general', 'other'],
    slots: [
      ...block(namesOf(everyday), { y: 24, columns: 5, scale: 1.5, section: 'general' }),
      ...block(namesOf(uncommon), { x: 400, y: 24, columns: 3, scale: 1.2, section: 'general' }),
      ...hide(block(['Perandus Coin', 'Eternal Orb'], { x: 400, y: 330, columns: 2, section: 'general' })),
      ...block(anything(22), { x: 40, y: 440, columns: 11, section: 'general' }),
      ...block(incubators, { x: 56, y: 60, columns: 4, scale: 2.8, section: 'other' }),
      ...block(anything(22), { x: 40, y: 440, columns: 11, section: 'other' }),
    ],
  },
  fragment: {
    sections: ['fragments', 'scarabs'],
    slots: [
      ...block(namesOf(fragments), { x: 45, y: 40, columns: 5, scale: 2.3, section: 'fragments' }),
      ...block(anything(11), { x: 40, y: 500, columns: 11, section: 'fragments' }),
      ...block(namesOf(scarabs), { x: 48, y: 40, columns: 6, scale: 1.9, section: 'scarabs' }),
      ...block(anything(11), { x: 40, y: 500, columns: 11, section: 'scarabs' }),
    ],
  },
  essence: {
    slots: [
      ...essenceTiers.flatMap(({ tier, kinds }, row) =>
        block(
          kinds.map((kind) => `${tier} Essence of ${kind}`),
          { x: 32, y: 50 + row * 70, columns: 14, scale: 0.8 },
        ),
      ),
      ...block(corruptEssences, { x: 145, y: 350, columns: 4, scale: 1.7 }),
      ...block(anything(11), { x: 40, y: 500, columns: 11 }),
    ],
  },
  delve: {
    slots: [
      ...block(namesOf(fossils), { x: 44, y: 30, columns: 6, scale: 2 }),
      ...resonators.flatMap(({ name, w, h }, at) => block([name], { x: 90 + at * 110, y: 410, columns: 1, w, h })),
      ...block(anything(11), { x: 40, y: 520, columns: 11 }),
    ],
  },
  blight: {
    slots: [
      ...block(namesOf(oils), { x: 40, y: 60, columns: 5, scale: 2.3 }),
      ...block(anything(22), { x: 40, y: 430, columns: 11 }),
    ],
  },
  delirium: {
    slots: [
      ...block(['Simulacrum Splinter'], { x: 240, y: 30, columns: 1, scale: 2.8 }),
      ...block(namesOf(deliriumOrbs), { x: 90, y: 170, columns: 4, scale: 2.3 }),
      ...block(anything(22), { x: 40, y: 430, columns: 11 }),
    ],
  },
  flask: { slots: block(anything(48), { x: 15, y: 40, columns: 12, h: 2 }) },
  gem: { slots: block(anything(144), { x: 25, y: 25, columns: 12, scale: 0.95 }) },
} as const satisfies Record<string, SlotLayout>
