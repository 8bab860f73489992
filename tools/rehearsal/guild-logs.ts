import type { GuildLogPage } from '@muster/contract/guilds'
import type { GuildId } from '@muster/contract/ids'
import { renderHistory } from '@muster/simulator/views/guild-view'
import type { Guild } from '@muster/simulator/world/guilds'
import type { Organised } from './organise.ts'
import type { Person } from './people.ts'
import type { Stage } from './stage.ts'

type Line = GuildLogPage['entries'][number]
type Page = { readonly entries: readonly Line[]; readonly truncated: boolean }

/** Uploaded files contain many pages of the website; here a log consists of this many files. */
const filesOfLog = 6

/** Different ways in which leads upload their saved files. */
const habits = {
  'uploads everything': (pages: readonly Page[]) => pages,
  'uploads everything twice': (pages: readonly Page[]) => pages.flatMap((page) => [page, page]),
  'starts with the oldest, lines in any order': (pages: readonly Page[]) =>
    pages.toReversed().map((page) => ({ ...page, entries: page.entries.toReversed() })),
  // The night first: a log uploaded from the newest line down would claim that everything in between was seen.
  'forgets two files in the middle': (pages: readonly Page[]) => [...pages.slice(4), ...pages.slice(0, 2)],
  'has damaged lines in it': (pages: readonly Page[]) =>
    pages.map((page) => ({ ...page, entries: [...page.entries, ...page.entries.slice(0, 1).flatMap(spoil)] })),
} as const
type Habit = keyof typeof habits

const spoil = (line: Line): Line[] => [
  { ...line, id: null },
  { ...line, id: 'not a number' },
  { ...line, id: '7', time: null },
  { ...line, id: '8', item: '' },
]

/** The whole log as a member saves it from the website, newest first; each file starts with the last line of the previous one. */
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
  if (!lead) throw new Error(`the team of guild ${guild.name} has no lead`)
  const place = { eventId: event.event_id, guildId: guild.id as GuildId }
  const pages = savePages(guild)
  await lead.client.call('saveGuild', { ...place, body: { id: guild.id, name: guild.name, tag: guild.tag } })
  const send = ({ client }: Person, { entries, truncated }: Page) =>
    client.call('addGuildstashHistory', { ...place, body: { entries: [...entries], truncated } })
  if (mate && pages[0] && !(await isRefused(send(mate, pages[0])))) differences.push('a member who is not a lead could upload')
  const sent = habits[habit](pages)
  for (const page of sent) await send(lead, page)

  const isReadable = ({ id, time, item }: Line) => /^\d+$/.test(id ?? '') && typeof time === 'number' && item !== ''
  const lines = sent.flatMap((page) => page.entries).filter((line) => line.league === league && isReadable(line))
  const expected = new Set(lines.map(({ id }) => id))
  const stored = (await lead.client.call('getLogEntriesForGuild', { ...place, query: {} })).map(({ id }) => id)
  if (stored.length !== expected.size || stored.some((id) => !expected.has(id)))
    differences.push(`${expected.size} lines were uploaded, but ${stored.length} are stored`)
  const { gaps } = await lead.client.call('getLatestTimestampForUser', place)
  const hasGap = sent.length < pages.length
  if (gaps.length > 0 !== hasGap)
    differences.push(`${gaps.length} gaps are reported, but files were ${hasGap ? 'left out' : 'complete'}`)
  return { lines: expected.size, differences: differences.map((text) => `${guild.name}, whose lead ${habit}: ${text}`) }
}

export interface LogsOutcome {
  /** Number of lines that should be stored. */
  readonly lines: number
  /** Differences between stored and uploaded lines, as sentences. */
  readonly differences: readonly string[]
}

/** After the event, every lead uploads the log of the team's guild, each in a different way. */
export async function uploadGuildLogs({ simulator: { world } }: Stage, event: Organised): Promise<LogsOutcome> {
  const names = Object.keys(habits) as Habit[]
  const done = []
  for (const guild of world.guilds) {
    // Players signed up in the order of their accounts; names may have changed since.
    const members = event.players.filter((_player, place) => world.accounts[place]?.team === guild.team)
    const habit = names[guild.team % names.length] ?? 'uploads everything'
    done.push(await uploadLog(event, world.options.league, guild, members, habit))
  }
  return { lines: done.reduce((sum, { lines }) => sum + lines, 0), differences: done.flatMap((one) => one.differences) }
}
