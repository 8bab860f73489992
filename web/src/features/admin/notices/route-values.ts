import type { Event } from '@muster/contract/events'
import {
  type NoticeKind,
  noticeKinds,
  type NoticeRoute,
  type NoticeRouteWrite,
  type RouteReaders,
} from '@muster/contract/notices'
import { rowOf } from '@muster/domain/notices/notice-kinds'

/** The fields of the form; numbers and times as typed. */
export interface RouteValues {
  name: string
  readers: RouteReaders
  target: NoticeRoute['target']
  address: string
  kinds: NoticeKind[]
  minimum_points: string
  digest_minutes: string
  most_per_hour: string
  /** "23:00", or empty. */
  quiet_from: string
  quiet_to: string
  time_zone: string
  edits_standings: boolean
  renews_key: boolean
  templates: Record<NoticeKind, string>
}

const usualKinds = ['first_finish', 'rank_change', 'release', 'closing_soon', 'announcement', 'results'] as const

export const kindsFor = (readers: RouteReaders): NoticeKind[] =>
  noticeKinds.filter((kind) => rowOf(kind).readers.includes(readers))

const writeTime = (minutes: number | null): string =>
  minutes === null ? '' : `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Minutes after midnight; null for the empty text. */
export function readTime(text: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(text) ?? []
  return hours === undefined || minutes === undefined ? null : Number(hours) * 60 + Number(minutes)
}

/** A whole number in a range, or null. */
export function readWhole(text: string, least: number, most: number): number | null {
  const number = Number(text)
  return /^\d+$/.test(text.trim()) && number >= least && number <= most ? number : null
}

const emptyTemplates = Object.fromEntries(noticeKinds.map((kind) => [kind, ''])) as Record<NoticeKind, string>

export const freshValues = ({ time_zone }: Pick<Event, 'time_zone'>, readers: RouteReaders): RouteValues => ({
  name: '',
  readers,
  target: 'discord',
  address: '',
  kinds: [...usualKinds],
  minimum_points: '50',
  digest_minutes: '5',
  most_per_hour: '12',
  quiet_from: '',
  quiet_to: '',
  time_zone,
  edits_standings: true,
  renews_key: false,
  templates: emptyTemplates,
})

export const valuesOf = (route: NoticeRoute): RouteValues => ({
  name: route.name,
  readers: route.readers,
  target: route.target,
  address: '',
  kinds: route.kinds,
  minimum_points: String(route.minimum_points),
  digest_minutes: String(route.digest_minutes),
  most_per_hour: String(route.most_per_hour),
  quiet_from: writeTime(route.quiet_from),
  quiet_to: writeTime(route.quiet_to),
  time_zone: route.time_zone,
  edits_standings: route.edits_standings,
  renews_key: false,
  templates: { ...emptyTemplates, ...route.templates },
})

/** The body of the call; the fields were validated. Kinds that the readers may not have are left out. */
export function toBody(values: RouteValues, route: NoticeRoute | null, version: number): NoticeRouteWrite {
  const { address, quiet_from, quiet_to, templates, kinds, readers, target } = values
  const own = kindsFor(readers).filter((kind) => kinds.includes(kind))
  return {
    id: route?.id ?? null,
    base_version: route ? version : null,
    name: values.name,
    readers,
    target,
    address: address.trim() === '' ? null : address.trim(),
    renews_key: target === 'https' && values.renews_key,
    kinds: own,
    minimum_points: Number(values.minimum_points),
    digest_minutes: Number(values.digest_minutes),
    most_per_hour: Number(values.most_per_hour),
    quiet_from: readTime(quiet_from),
    quiet_to: readTime(quiet_to),
    time_zone: values.time_zone.trim(),
    edits_standings: target === 'discord' && values.edits_standings,
    templates: Object.fromEntries(own.flatMap((kind) => (templates[kind].trim() === '' ? [] : [[kind, templates[kind]]]))),
  }
}
