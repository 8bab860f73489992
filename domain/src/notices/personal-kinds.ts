import type { PersonalNoticeKind } from '@muster/contract/personal-notices'
import type { NoticeValues } from './notice-kinds.ts'

const minute_ms = 60_000
const hour_ms = 60 * minute_ms

/** A kind of personal notice, for the bell, pushed notices and the settings. */
export interface PersonalKindRow {
  readonly label: string
  readonly help: string
  /** Whether a person without settings gets it. */
  readonly is_usual: boolean
  /** The text by the value `case` of a notice. Placeholders in braces. */
  readonly texts: Readonly<Record<string, string>>
  /** A path of this site; the event is added. */
  readonly page: string
  /** How long after it happened it is worth pushing, unless it ends earlier. */
  readonly useful_ms: number
  /** RFC 8030, 5.3: with low battery, push services hold back messages of low urgency. */
  readonly urgency: 'low' | 'normal' | 'high'
  /** Whether a newer notice of the event replaces an older one on a device that has not seen it yet. */
  readonly replaces: boolean
}

/** The one table of personal notices. */
export const personalKindRows = {
  report_decided: {
    label: 'Your report was decided',
    help: 'A judge approved or rejected your report, or reopened it.',
    is_usual: true,
    texts: {
      APPROVED: 'Your report was approved: {objective}',
      REJECTED: 'Your report was rejected: {objective}. Its page gives the reason',
      PENDING: 'Your report waits for a judge again: {objective}',
    },
    page: '/submissions?mine=true',
    useful_ms: 24 * hour_ms,
    urgency: 'normal',
    replaces: false,
  },
  tracking: {
    label: 'Your tracking stopped',
    help: 'When nothing of yours has been read for 10 minutes, with the reason; and when reading works again.',
    is_usual: true,
    texts: {
      stopped: 'Your points may be missed. {problem} {advice}',
      solved: 'Your characters and tabs are being read again',
    },
    page: '/tracking',
    useful_ms: 6 * hour_ms,
    urgency: 'high',
    replaces: true,
  },
  overtaken: {
    label: 'Your team was overtaken',
    help: 'Another team passed yours. At most one notice in 5 minutes.',
    is_usual: false,
    texts: { usual: '{rivals} passed {team}, which is now at rank {rank}' },
    page: '/scores/ladder',
    useful_ms: hour_ms,
    urgency: 'low',
    replaces: true,
  },
  opening_soon: {
    label: 'Objectives open soon',
    help: 'Ten minutes before new objectives open, such as a daily, or the event begins.',
    is_usual: true,
    texts: { usual: 'New objectives open in {minutes} minutes', begins: 'The event begins in {minutes} minutes' },
    page: '/scores',
    useful_ms: 10 * minute_ms,
    urgency: 'high',
    replaces: true,
  },
  signups_closing: {
    label: 'Signups close soon',
    help: 'A day before signups close for an event that you are not signed up for.',
    is_usual: true,
    texts: { usual: 'Signups close within a day, and you are not signed up' },
    page: '/',
    useful_ms: 24 * hour_ms,
    urgency: 'normal',
    replaces: true,
  },
} as const satisfies Record<PersonalNoticeKind, PersonalKindRow>

export const personalRowOf = (kind: PersonalNoticeKind): PersonalKindRow => personalKindRows[kind]

/** The text of a notice. A value that is missing leaves nothing: no placeholder is ever shown. */
export function tellPersonal(kind: PersonalNoticeKind, values: NoticeValues): string {
  const { texts } = personalRowOf(kind)
  const text = texts[String(values['case'] ?? 'usual')] ?? Object.values(texts)[0] ?? ''
  return text
    .replace(/\{([a-z]{1,20})\}/g, (_, name: string) => {
      const value = values[name] ?? ''
      return typeof value === 'number' ? value.toLocaleString('en') : value
    })
    .replace(/\s+/g, ' ')
    .trim()
}

export function linkPersonal(kind: PersonalNoticeKind, event_id: number): string {
  const { page } = personalRowOf(kind)
  return `${page}${page.includes('?') ? '&' : '?'}event=${event_id}`
}
