import type { NoticeKind, RouteReaders } from '@muster/contract/notices'

/** Values of a notice by the names of its placeholders. */
export type NoticeValues = Readonly<Record<string, string | number>>

/** A kind of notice, as pages and messages need it. */
export interface NoticeKindRow {
  readonly label: string
  readonly help: string
  /** The routes that may have it. */
  readonly readers: readonly RouteReaders[]
  /** The usual text. Placeholders in braces. */
  readonly template: string
  /** For the preview: a value for each placeholder. Its keys are the placeholders that a template may use. */
  readonly sample: NoticeValues
}

const everyone = ['public', 'organisers', 'team'] as const

/** The one table of notices. Routes of other readers never get a kind, whatever their settings say. */
export const noticeKindRows = {
  first_finish: {
    label: 'First finishes',
    help: 'The first team that finishes an objective.',
    readers: everyone,
    template: '{team} is the first to finish {objective} ({points} points)',
    sample: { team: 'Lanterns', objective: 'Headhunter', points: 100 },
  },
  rank_change: {
    label: 'Rank changes',
    help: 'Teams that overtake others. Several changes between two posts are one line.',
    readers: everyone,
    template: 'New ranks: {moves}. {leader} leads with {points} points',
    sample: { moves: 'Lanterns 3 to 1, Falcons 1 to 2', leader: 'Lanterns', points: 1234 },
  },
  big_score: {
    label: 'Points above a limit',
    help: 'A team gains this many points or more on one objective.',
    readers: everyone,
    template: '{team} gains {points} points: {objective}',
    sample: { team: 'Falcons', objective: 'Dried Lake, level 90', points: 60 },
  },
  release: {
    label: 'Objectives open',
    help: 'Objectives that have just opened, such as dailies.',
    readers: everyone,
    template: 'Now open: {objectives}',
    sample: { objectives: 'Daily 3: five Divination Cards', count: 1 },
  },
  closing_soon: {
    label: 'Objectives close soon',
    help: 'One hour before objectives close.',
    readers: everyone,
    template: 'Closing in {minutes} minutes: {objectives}',
    sample: { objectives: 'Daily 3: five Divination Cards', minutes: 60, count: 1 },
  },
  announcement: {
    label: 'Announcements',
    help: 'Texts of the organisers for the readers of this channel. Later edits are not posted again.',
    readers: everyone,
    template: '{title}: {text}',
    sample: { title: 'Servers restart at 20:00', text: 'Nobody loses points; the event continues afterwards.' },
  },
  results: {
    label: 'End and results',
    help: 'The standings when the event ends.',
    readers: everyone,
    template: '{event} has ended. {standings}',
    sample: { event: 'Autumn Muster', standings: '1. Lanterns 1,234; 2. Falcons 1,100', leader: 'Lanterns', points: 1234 },
  },
  long_queue: {
    label: 'Long queue of submissions',
    help: 'Many submissions wait for a judge, or one waits for long.',
    readers: ['organisers'],
    template: '{count} submissions wait for a judge, the oldest for {minutes} minutes',
    sample: { count: 14, minutes: 45 },
  },
  tracking_trouble: {
    label: 'Tracking trouble',
    help: 'Players whose points may be missed. The tracking page says who and why.',
    readers: ['organisers', 'team'],
    template: '{team}: points of {count} players may be missed. The tracking page says why',
    sample: { team: 'Owls', count: 2 },
  },
} as const satisfies Record<NoticeKind, NoticeKindRow>

/** The row with its general type, for lists. */
export const rowOf = (kind: NoticeKind): NoticeKindRow => noticeKindRows[kind]
