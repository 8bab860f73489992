import '../../../messages/admin.ts'
import '../../../messages/admin-home.ts'
import '../../../messages/admin-ready.ts'
import type { GameVersion } from '@muster/contract/events'
import type { ReadinessCode, ReadinessLine } from '@muster/contract/readiness'
import type { AdminPage } from '@muster/domain/access'
import { type MessageKey, t } from '../../../lib/text/messages.ts'
import { formatFull } from '../../../lib/time/time.ts'

/** Where a line is fixed: a page of the admin area, the rules, or the server's command line. */
const remedies: Readonly<Record<ReadinessCode, AdminPage | 'rules_page' | 'server'>> = {
  dates: 'events',
  objectives: 'objectives',
  presets: 'objectives',
  never_matching: 'objectives',
  unknown_names: 'objectives',
  item_checks: 'item_checks',
  item_sources: 'objectives',
  by_hand: 'objectives',
  passive_tree: 'server',
  item_classes: 'server',
  rules: 'rules_page',
  shown: 'events',
  signups: 'signups',
  teams: 'teams',
  empty_teams: 'team_sort',
  unplaced: 'team_sort',
  leads: 'team_sort',
  guilds: 'announcements',
  connections: 'signups',
  league: 'events',
  stream_job: 'jobs',
  evaluation_job: 'jobs',
  character_job: 'jobs',
  guild_jobs: 'jobs',
  stream_position: 'jobs',
  lock: 'events',
  start_news: 'announcements',
  problems: 'problems',
  scores: 'jobs',
  submissions: 'submissions',
  waiting_points: 'corrections',
  jobs_end: 'jobs',
  final_lock: 'events',
  archive: 'events',
  thanks: 'announcements',
  raw_data: 'events',
  export: 'definition',
}

/** Where a line is fixed in its current state: a missing definition is imported or copied, not typed. */
export const findRemedy = ({ code, finding }: Pick<ReadinessLine, 'code' | 'finding'>) =>
  code === 'objectives' && finding === 'none' ? 'definition' : remedies[code]

const jobs = ['stream_job', 'evaluation_job', 'character_job', 'guild_jobs'] as const
const isJob = (code: ReadinessCode): code is (typeof jobs)[number] => (jobs as readonly string[]).includes(code)

/** The finding, without a full stop. */
export const describeLine = ({ code, finding, count }: ReadinessLine): string =>
  t(`ready.${code}-${finding}` as MessageKey, { count })

/** Why it matters, in a sentence or two, with names if there are any. */
export function explainLine(line: ReadinessLine, hours: number, game: GameVersion): string {
  const { code, finding, detail } = line
  const at = line.at === null ? '' : formatFull(Date.parse(line.at))
  if (finding === 'away') return t('readyWhy.away', { at })
  const words = isJob(code)
    ? [
        t(`readyWhy.${code}`),
        finding === 'failing' && detail !== null ? t('readyWhy.failing', { error: detail }) : '',
        finding === 'ends_early' ? t('readyWhy.early', { at }) : '',
      ]
    : [
        t(`readyWhy.${code}-${finding}` as MessageKey, {
          at,
          length: hours,
          game,
          name: line.names[0] ?? t('home.formerOrganiser'),
        }),
        listNames(line),
      ]
  return words.filter((one) => one !== '').join(' ')
}

/** Lines that name people, teams or objectives; the names of fields and jobs are not readable. */
const hasNames: ReadonlySet<ReadinessCode> = new Set([
  'presets',
  'by_hand',
  'never_matching',
  'item_checks',
  'empty_teams',
  'leads',
  'unplaced',
  'connections',
])

function listNames({ code, weight, names, count }: ReadinessLine): string {
  if (weight === 'done' || names.length === 0 || !hasNames.has(code)) return ''
  const list = names.join(', ')
  return count > names.length ? `${t('home.names', { names: list, count: count - names.length })}.` : `${list}.`
}

/** The link's label: it fixes an open line, and only opens a completed or later one. */
export function nameRemedy({ code, weight, finding }: Pick<ReadinessLine, 'code' | 'weight' | 'finding'>): string {
  const page = findRemedy({ code, finding })
  if (page === 'definition' && code === 'objectives') return t('readyFix.definition')
  if ((weight === 'done' || weight === 'later') && page !== 'rules_page' && page !== 'server') return t(`admin.page.${page}`)
  // A job that runs badly does not need to be started.
  return isJob(code) && finding !== 'not_wanted' ? t('readyFix.again') : t(`readyFix.${code}` as MessageKey)
}
