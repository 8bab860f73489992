import type { Guild, GuildLogRow, GuildLogRowLine } from '@muster/contract/guilds'
import { now_ms } from '../../../test-event.tsx'

export const aGuild = { id: 812, name: 'Falcon Company', tag: 'FALCN', team_id: 1 } as Guild
/** An hour before the tests' current time, unix seconds. */
export const start = now_ms / 1000 - 3600

export const aRowLine = (id: number, seconds: number, line: Partial<GuildLogRowLine> = {}): GuildLogRowLine => ({
  id: String(id),
  timestamp: start + seconds,
  account_name: 'Ada#1',
  stash_name: 'drops',
  item_name: 'Chaos Orb',
  number: 1,
  action: 'added',
  x: 0,
  y: 0,
  change: 1,
  tab: { before: 20, after: 21, is_exact: true },
  guild: { before: 30, after: 31, is_exact: true },
  moved_with: null,
  credits: [],
  ...line,
})

/** A line with a credit, a gap, and a partly unknown movement out of a tab. */
export const someRows: readonly GuildLogRow[] = [
  {
    kind: 'line',
    line: aRowLine(9, 2000, {
      item_name: '=Tabula Rasa',
      credits: [{ objective_id: 30, team_id: 1, names: true, points: 10 } as never],
    }),
  },
  { kind: 'gap', from: start + 100, to: start + 940 },
  {
    kind: 'movement',
    added: aRowLine(3, 40, { stash_name: 'bank', number: 5, change: 5, moved_with: '2' }),
    removed: aRowLine(2, 34, {
      action: 'removed',
      number: 5,
      change: -5,
      moved_with: '3',
      tab: { before: 7, after: 2, is_exact: false },
    }),
  },
  { kind: 'line', line: aRowLine(1, 10, { action: 'modified', number: 35, change: null, stash_name: undefined }) },
]
