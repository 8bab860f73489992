/** The tabs of a guild, in order. */
import { type TabLayout, slotLayouts } from '../items/slot-layouts.ts'
import type { Tab } from './model.ts'

/** Highest rank first; it sees the most tabs. */
export const guildRanks = ['leader', 'officer', 'member'] as const
export type GuildRank = (typeof guildRanks)[number]

export interface GuildTabPlan {
  name: string
  type: Tab['type']
  purpose: Tab['purpose']
  layout?: TabLayout
  least_rank?: GuildRank
  folder?: string
  /** Item families that go into this tab with priority. */
  takes?: readonly string[]
  /** Items that members add early in the league: their number and families. */
  stock?: { count: number; families: readonly string[] }
  /** Number of small items present from the beginning, without log lines. */
  filled?: number
}

const few: readonly GuildTabPlan[] = [
  { name: 'Currency', type: 'CurrencyStash', purpose: 'currency' },
  { name: 'drops', type: 'QuadStash', purpose: 'gear' },
  { name: 'Uniques', type: 'UniqueStash', purpose: 'collection' },
  { name: 'Maps', type: 'PremiumStash', purpose: 'maps' },
  { name: 'drops', type: 'PremiumStash', purpose: 'gear', folder: 'Bank' },
  { name: 'officers ✦', type: 'PremiumStash', purpose: 'gear', least_rank: 'officer', folder: 'Bank' },
]

/** A tab for items of certain families, with an initial stock. */
const special = (
  name: string,
  type: Tab['type'],
  families: readonly string[],
  count: number,
  layout?: TabLayout,
): GuildTabPlan => ({
  name,
  type,
  purpose: 'special',
  takes: families,
  stock: { count, families },
  ...(layout === undefined ? {} : { layout }),
})

const specials: readonly GuildTabPlan[] = [
  special('Currency', 'CurrencyStash', ['currency', 'incubator'], 60, slotLayouts.currency),
  special('Fragments', 'FragmentStash', ['fragment', 'scarab'], 40, slotLayouts.fragment),
  special('Essences', 'EssenceStash', ['essence'], 40, slotLayouts.essence),
  special('Delve', 'DelveStash', ['fossil', 'resonator'], 30, slotLayouts.delve),
  special('Blight', 'BlightStash', ['oil'], 20, slotLayouts.blight),
  special('Delirium', 'DeliriumStash', ['delirium_orb'], 12, slotLayouts.delirium),
  special('Samples (Remove-only)', 'MetamorphStash', ['organ'], 10),
  special('Ultimatum', 'UltimatumStash', ['catalyst', 'ultimatum'], 14),
  special('Flasks', 'FlaskStash', ['flask'], 20, slotLayouts.flask),
  special('Gems', 'GemStash', ['gem'], 40, slotLayouts.gem),
  special('Cards', 'DivinationCardStash', ['divination_card'], 40),
  special('Maps', 'MapStash', ['map'], 40),
  special('Uniques', 'UniqueStash', ['unique'], 40),
  special('Curios', 'LanternStash', ['logbook', 'sanctum_tome', 'ritual_vessel', 'temple', 'memory'], 10),
]

const gear = ['rare', 'jewel']

const everyType: readonly GuildTabPlan[] = [
  ...specials,
  { name: 'drops', type: 'QuadStash', purpose: 'gear', layout: true, stock: { count: 80, families: gear } },
  { name: 'selling', type: 'PremiumStash', purpose: 'gear', layout: true, stock: { count: 20, families: gear } },
  { name: 'old chest', type: 'NormalStash', purpose: 'gear', stock: { count: 12, families: gear } },
  { name: 'drops', type: 'PremiumStash', purpose: 'gear', folder: 'Bank', stock: { count: 12, families: gear } },
  {
    name: 'officers ✦',
    type: 'PremiumStash',
    purpose: 'gear',
    least_rank: 'officer',
    folder: 'Bank',
    stock: { count: 8, families: ['unique', 'rare'] },
  },
  { name: '', type: 'PremiumStash', purpose: 'gear', folder: 'Bank', stock: { count: 4, families: gear } },
  { name: 'loot split', type: 'PremiumStash', purpose: 'gear', folder: 'Bank', stock: { count: 6, families: gear } },
]

const QUAD = 24 * 24

/** 60 tabs with more than 30,000 items, like an old guild. */
const many: readonly GuildTabPlan[] = [
  ...few,
  special('Cards', 'DivinationCardStash', ['divination_card'], 40),
  ...Array.from(
    { length: 53 },
    (_, at): GuildTabPlan => ({
      name: `dump ${at + 1}`,
      type: 'QuadStash',
      purpose: 'gear',
      layout: true,
      filled: QUAD,
    }),
  ),
]

export const guildPlans = { few, every_type: everyType, many } as const
export type GuildPlanName = keyof typeof guildPlans
