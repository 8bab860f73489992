import type { CalendarEntry } from '../events/calendar.ts'
import { composeStandings, escapeMarkdown, type MessageEvent } from '../notices/compose.ts'
import type { Standing } from '../notices/notice.ts'

/** Moments that one answer lists. */
const maxMoments = 5

export interface Moment {
  readonly at: number
  readonly text: string
}

/** The next openings and closings that visitors may know, by time. */
export function listNextMoments(entries: readonly CalendarEntry[], now: number): Moment[] {
  const moments = entries.flatMap(({ key, title, from, to }): Moment[] => {
    if (to === null && !key.includes('-objectives-')) return [{ at: from, text: title }]
    const [begins, ends] = key.includes('-objectives-') ? ['opens', 'closes'] : ['starts', 'ends']
    return [{ at: from, text: `${title} ${begins}` }, ...(to === null ? [] : [{ at: to, text: `${title} ${ends}` }])]
  })
  return moments
    .filter(({ at }) => at > now)
    .sort((a, b) => a.at - b.at)
    .slice(0, maxMoments)
}

/**
 * Discord shows such a timestamp in the reader's own zone and language: `<t:SECONDS:STYLE>`, f a date with time, R "in two
 * hours".
 */
const writeTime = (at: number) => `<t:${Math.floor(at / 1000)}:f> (<t:${Math.floor(at / 1000)}:R>)`

const link = ({ url }: MessageEvent) => `<${url}>`

export const replyNoEvent = () => 'There is no public event at the moment.'

/** @param state "Standings after 3 of 72 hours, …" */
export const replyStandings = (event: MessageEvent, state: string, standings: readonly Standing[]): string =>
  standings.length === 0
    ? `**${escapeMarkdown(event.name)}**\n${escapeMarkdown(state)}. No team has points yet.\n${link(event)}`
    : composeStandings(event, standings)

export function replyNext(event: MessageEvent, moments: readonly Moment[]): string {
  // Both bounds together keep the answer below Discord's 2000 characters.
  const head = `**${escapeMarkdown(event.name.slice(0, 100))}**`
  if (moments.length === 0) return `${head}\nNothing else opens or closes.\n${link(event)}`
  const lines = moments.map(({ at, text }) => `• ${writeTime(at)}: ${escapeMarkdown(text.slice(0, 120))}`)
  return [head, ...lines, link(event)].join('\n')
}

/** The place of a person in an event. */
export interface OwnPlace {
  readonly name: string
  readonly team: { readonly id: number; readonly name: string; readonly is_lead: boolean } | null
}

/** @param settings_url the page where an account of Discord is connected */
export const replyUnknown = (settings_url: string): string =>
  `Muster knows no account with your Discord. Log in and connect Discord under <${settings_url}>.`

export function replyMe(event: MessageEvent, { name, team }: OwnPlace, standings: readonly Standing[]): string {
  const own = escapeMarkdown(name)
  if (team === null) return `${own}: you are not in a team of ${escapeMarkdown(event.name)}.\n${link(event)}`
  const standing = standings.find(({ team_id }) => team_id === team.id)
  const result = standing
    ? `rank ${standing.rank} of ${standings.length} with ${standing.points.toLocaleString('en')} points`
    : 'no points yet'
  return `${own}: **${escapeMarkdown(team.name)}**${team.is_lead ? ' (lead)' : ''}, ${result}.\n${link(event)}`
}
