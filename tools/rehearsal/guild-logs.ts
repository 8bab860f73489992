import type { GuildLogPage } from '@muster/contract/guilds'
import type { GuildId } from '@muster/contract/ids'
import { renderHistory } from '@muster/simulator/views/guild-view'
import type { Guild } from '@muster/simulator/world/guilds'
import type { Organised } from './organise.ts'
import type { Person } from './people.ts'
import type { Stage } from './stage.ts'

type Line = GuildLogPage['entries'][number]
type Page = { readonly entries: readonly Line[]; readonly truncated: boolean }

/** Files that people put together hold many pages of the site; so many of them make up a log here. */
const filesOfLog = 6

/** What leads do with the files that they saved. */
const habits = {
  'uploads all of it': (pages: readonly Page[]) => pages,
  'uploads everything twice': (pages: readonly Page[]) => pages.flatMap((page) => [page, page]),
  'begins with the oldest, lines in any order': (pages: readonly Page[]) =>
    pages.toReversed().map((page) => ({ ...page, entries: page.entries.toReversed() })),
  // The night first: whoever walked down from the newest would be taken to have seen what lies between.
  'forgets two files in the middle': (pages: readonly Page[]) => [...pages.slice(4), ...pages.slice(0, 2)],
  'has broken lines in it': (pages: readonly Page[]) =>
    pages.map((page) => ({ ...page, entries: [...page.entries, ...page.entries.slice(0, 1).flatMap(spoil)] })),
} as const
type Habit = keyof typeof habits

const spoil = (line: Line): Line[] => [
  { ...line, id: null },
  { ...line, id: 'not a number' },
  { ...line, id: '7', time: null },
  { ...line, id: '8', item: '' },
]

/** The whole log as a member saves it from the site, newest first; each file begins with the last line of the one before. */
export function savePages(guild: Guild): Page[] {
  const most = Math.max(10, Math.ceil(guild.log.length / filesOfLog))
  const pages: Page[] = []
  for (let fromid: number | undefined; ; ) {
    const page = renderHistory(guild, { fromid, most })
    pages.push(page)
    const last = page.entries.at(-1)
    if (!page.truncated || last === undefined) return pages
    fromid = Number(last.id)
  }
}

const isRefused = (asked: Promise<unknown>): Promise<boolean> =>
  asked.then(
    () => false,
    (error: unknown) => error instanceof Error && error.message.startsWith('403 '),
  )

async function uploadLog(event: Organised, league: string, guild: Guild, [lead, mate]: readonly Person[], habit: Habit) {
  const differences: string[] = []
  if (!lead) throw new Error(`nobody leads the team of guild ${guild.name}`)
  const place = { eventId: event.event_id, guildId: guild.id as GuildId }
  const pages = savePages(guild)
  await lead.client.call('saveGuild', { ...place, body: { id: guild.id, name: guild.name, tag: guild.tag } })
  const send = ({ client }: Person, { entries, truncated }: Page) =>
    client.call('addGuildstashHistory', { ...place, body: { entries: [...entries], truncated } })
  if (mate && pages[0] && !(await isRefused(send(mate, pages[0])))) differences.push('a member who leads nothing could upload')
  const sent = habits[habit](pages)
  for (const page of sent) await send(lead, page)

  const isReadable = ({ id, time, item }: Line) => /^\d+$/.test(id ?? '') && typeof time === 'number' && item !== ''
  const lines = sent.flatMap((page) => page.entries).filter((line) => line.league === league && isReadable(line))
  const expected = new Set(lines.map(({ id }) => id))
  const stored = (await lead.client.call('getLogEntriesForGuild', { ...place, query: {} })).map(({ id }) => id)
  if (stored.length !== expected.size || stored.some((id) => !expected.has(id)))
    differences.push(`${expected.size} lines were uploaded and ${stored.length} are there`)
  const { gaps } = await lead.client.call('getLatestTimestampForUser', place)
  const hasGap = sent.length < pages.length
  if (gaps.length > 0 !== hasGap)
    differences.push(`${gaps.length} gaps are told, and files were ${hasGap ? 'left out' : 'all there'}`)
  return { lines: expected.size, differences: differences.map((text) => `${guild.name}, whose lead ${habit}: ${text}`) }
}

export interface LogsOutcome {
  /** Lines that had to be stored. */
  readonly lines: number
  /** What is there otherwise than was uploaded, in words. */
  readonly differences: readonly string[]
}

/** Every lead uploads the log of the team's guild when all is over, each in another way. */
export async function uploadGuildLogs({ simulator: { world } }: Stage, event: Organised): Promise<LogsOutcome> {
  const names = Object.keys(habits) as Habit[]
  const done = []
  for (const guild of world.guilds) {
    // People signed up in the order of their accounts; names may have changed since.
    const members = event.players.filter((_player, place) => world.accounts[place]?.team === guild.team)
    const habit = names[guild.team % names.length] ?? 'uploads all of it'
    done.push(await uploadLog(event, world.options.league, guild, members, habit))
  }
  return { lines: done.reduce((sum, { lines }) => sum + lines, 0), differences: done.flatMap((one) => one.differences) }
}
