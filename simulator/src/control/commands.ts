/** Schemas of the control plane's commands, checked before anything happens. */
import { z } from 'zod'
import { faultProviders, immediateEffects, requestEffects } from '../faults/faults.ts'
import { accountScopes } from '../options.ts'
import { scriptNames } from '../scripts/scripts.ts'
import { wireVersions } from '../views/item-view.ts'
import { gameRealms } from '../world/events.ts'
import { influenceKeys } from '../world/catalogue.ts'
import { guildRanks } from '../world/guild-plans.ts'

/** Console forms send texts, programs send numbers. */
const number = z.coerce.number()
const flag = z.union([z.boolean(), z.enum(['true', 'false', 'on']).transform((text) => text !== 'false')])

export const ClockCommand = z.union([
  z.strictObject({ pause: flag }),
  z.strictObject({ speed: number.min(0.1).max(10_000) }),
  z.strictObject({ step: number.min(0).describe('virtual milliseconds') }),
  z.strictObject({ until: z.union([z.iso.datetime().transform((text) => Date.parse(text)), number]) }),
])

const count = number.int().min(1).max(5000).optional()

export const ItemOrderInput = z.strictObject({
  family: z.enum([
    'currency',
    'scarab',
    'fossil',
    'resonator',
    'essence',
    'oil',
    'catalyst',
    'delirium_orb',
    'incubator',
    'fragment',
    'divination_card',
    'unique',
    'rare',
    'map',
    'gem',
    'heist_contract',
    'rune',
    'waystone',
  ]),
  name: z.string().optional(),
  count,
  ilvl: number.int().min(1).max(100).optional(),
  level: number.int().min(1).max(30).optional(),
  quality: number.int().min(0).max(30).optional(),
  tier: number.int().min(1).max(17).optional(),
  links: number.int().min(1).max(6).optional(),
  memory_strands: number.int().min(1).max(100).optional(),
  influences: z.array(z.enum(influenceKeys)).optional(),
  eldritch: z.enum(['searing', 'tangled']).optional(),
  corrupted: flag.optional(),
  fractured: flag.optional(),
  crafted: flag.optional(),
  synthesised: flag.optional(),
  veiled: flag.optional(),
  split: flag.optional(),
  mirrored: flag.optional(),
  enchanted: flag.optional(),
  mutated: flag.optional(),
  unidentified: flag.optional(),
  blighted: flag.optional(),
  id: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
})

const account = z.string().min(1)
/** The game of the character; the first one by default. */
const realm = z.enum(gameRealms).optional()
const tab = z.union([z.coerce.number<string | number>().int().min(0).max(99), z.string().min(1)])

export const WorldEventInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('drop'), account, item: ItemOrderInput, realm }),
  z.strictObject({ kind: z.literal('deposit'), account, item: ItemOrderInput, tab: tab.optional() }),
  z.strictObject({ kind: z.literal('withdraw'), account, item_id: z.string().min(1) }),
  z.strictObject({ kind: z.literal('level'), account, level: number.int().min(1).max(100), realm }),
  z.strictObject({
    kind: z.literal('wear'),
    account,
    item: ItemOrderInput,
    slot: z.string().min(1).optional(),
    x: number.int().min(0).max(59).optional(),
    realm,
  }),
  z.strictObject({ kind: z.literal('take_off'), account, item_id: z.string().min(1), realm }),
  z.strictObject({ kind: z.literal('depth'), account, depth: number.int().min(1).max(65_535) }),
  z.strictObject({ kind: z.literal('pantheon'), account }),
  z.strictObject({ kind: z.literal('tab_public'), account, tab, public: flag }),
  z.strictObject({ kind: z.literal('guild_deposit'), account, item: ItemOrderInput, tab: tab.optional() }),
  z.strictObject({ kind: z.literal('guild_withdraw'), account, item_id: z.string().min(1), count }),
  z.strictObject({ kind: z.literal('guild_move'), account, item_id: z.string().min(1), tab, count }),
  z.strictObject({ kind: z.literal('guild_fill'), account, tab, count: number.int().min(1).max(576) }),
  z.strictObject({ kind: z.literal('guild_rank'), account, rank: z.enum([...guildRanks, 'none']) }),
  z.strictObject({ kind: z.literal('guild_tab_rename'), account, tab, name: z.string().max(64) }),
  z.strictObject({ kind: z.literal('guild_tab_remove'), account, tab }),
  z.strictObject({ kind: z.literal('account_rename'), account, name: z.string().regex(/^.{1,40}#\d{4}$/) }),
  z.strictObject({ kind: z.literal('character_rename'), account, name: z.string().min(1).max(23), realm }),
  z.strictObject({ kind: z.literal('broadcast'), account, live: flag, title: z.string().optional() }),
])

export const FaultInput = z.strictObject({
  effect: z.enum([...requestEffects, ...immediateEffects]),
  id: z.string().min(1).optional(),
  match: z
    .strictObject({
      provider: z.enum(faultProviders).optional(),
      route: z.string().optional(),
      account: z.string().optional(),
      client: z.string().optional(),
      share: number.min(0).max(1).optional(),
      nth: number.int().min(1).optional(),
    })
    .default({}),
  when: z
    .strictObject({ from_ms: number.optional(), until_ms: number.optional(), count: number.int().min(1).optional() })
    .default({}),
  parameters: z.record(z.string(), z.unknown()).default({}),
})

export const ScenarioInput = z.strictObject({ name: z.enum(scriptNames) })

export const SwitchesInput = z.strictObject({
  wire_version: z.enum(wireVersions).optional(),
  limits_enabled: flag.optional(),
  limits_clock: z.enum(['virtual', 'real']).optional(),
  limits_buckets: flag.optional(),
  restriction_extends: flag.optional(),
  enforce_user_agent: z.enum(['off', 'warn', 'on']).optional(),
  allow_login_hint: flag.optional(),
  require_pkce: flag.optional(),
  bot_wall: flag.optional(),
  revoke_family_on_reuse: flag.optional(),
  twitch_rotates: flag.optional(),
  missing_resource: z.enum(['404', 'null']).optional(),
  guild_missing: z.enum(['404', '403', 'empty']).optional(),
  second_inventory: flag.optional(),
  page_tabs: number.int().min(1).max(1000).optional(),
  page_items: number.int().min(1).max(100_000).optional(),
  stream_body_pause_ms: number.int().min(0).max(60_000).optional(),
  image_base: z.url().optional(),
  withheld_scopes: z.array(z.enum(accountScopes)).optional(),
  compresses: flag.optional(),
})

/** Parameters of `api.foreign_use`: the player runs another tool on the same account. */
export const ForeignUse = z.strictObject({
  policy: z
    .enum(['character_list', 'character', 'account_leagues', 'league_account', 'guild_stash_list', 'guild_stash'])
    .default('character'),
  /** The game: the second has its own limits. */
  realm: z.enum(gameRealms).default('pc'),
  count: number.int().min(1).max(1000).default(1),
})
