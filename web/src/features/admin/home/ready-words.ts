import '../../../messages/admin.ts'
import '../../../messages/admin-home.ts'
import type { GameVersion } from '@muster/contract/events'
import type { ReadinessCode, ReadinessLine } from '@muster/contract/readiness'
import type { AdminPage } from '@muster/domain/access'
import { type MessageKey, t } from '../../../lib/text/messages.ts'
import { formatFull } from '../../../lib/time/time.ts'

/** Where a line is fixed: a page of the admin area, the rules, or the server's command line. */
const remedies: Readonly<Record<ReadinessCode, AdminPage | 'rules_page' | 'server'>> = {
  dates: 'events',
  shown: 'events',
  league: 'events',
  objectives: 'objectives',
  presets: 'objectives',
  never_matching: 'objectives',
  item_sources: 'objectives',
  scoring_problems: 'problems',
  stream_job: 'jobs',
  evaluation_job: 'jobs',
  character_job: 'jobs',
  guild_jobs: 'jobs',
  stream_position: 'jobs',
  scores: 'jobs',
  signups: 'signups',
  teams: 'teams',
  empty_teams: 'team_sort',
  leads: 'team_sort',
  unplaced: 'team_sort',
  connections: 'signups',
  rules: 'rules_page',
  passive_tree: 'server',
  item_classes: 'server',
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
    : [t(`readyWhy.${code}-${finding}` as MessageKey, { at, length: hours, game }), listNames(line)]
  return words.filter((one) => one !== '').join(' ')
}

/** Only people, teams and objectives have readable names. */
function listNames({ code, weight, names, count }: ReadinessLine): string {
  if (weight === 'done' || names.length === 0 || code === 'dates') return ''
  const list = names.join(', ')
  return count > names.length ? `${t('home.names', { names: list, count: count - names.length })}.` : `${list}.`
}

/** The link's label: it fixes an open line, and opens a completed one. */
export function nameRemedy({ code, weight, finding }: Pick<ReadinessLine, 'code' | 'weight' | 'finding'>): string {
  const page = findRemedy({ code, finding })
  if (page === 'definition') return t('readyFix.definition')
  if (weight === 'done' && page !== 'rules_page' && page !== 'server') return t(`admin.page.${page}`)
  // A job that runs badly does not need to be started.
  return isJob(code) && finding !== 'not_wanted' ? t('readyFix.again') : t(`readyFix.${code}` as MessageKey)
}
