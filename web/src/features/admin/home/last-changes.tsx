import './home.css'
import '../../../messages/admin-home.ts'
import '../../../messages/admin-jobs.ts'
import '../../../messages/admin-users.ts'
import type { AdminChange } from '@muster/contract/admin-changes'
import type { DefinitionChange } from '@muster/contract/definition'
import { endpoints } from '@muster/contract/endpoints'
import type { Event } from '@muster/contract/events'
import type { JobType } from '@muster/contract/jobs'
import type { PermissionChange, Role } from '@muster/contract/users'
import { isGranted } from '@muster/domain/access'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { eventInput, read } from '../../../api/calls/queries.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatDayTime, formatFull } from '../../../lib/time/time.ts'
import { Empty } from '../../../ui/layout/states.tsx'
import { useCaller } from '../kit/use-caller.ts'

const refreshEvery_ms = 30_000
const shown = 12

interface Change {
  readonly key: string
  readonly at: number
  readonly author: string
  readonly what: string
}

const nameRoles = (roles: readonly Role[]) => roles.map((role) => t(`users.roleName.${role}`)).join(', ')

function describeAdmin({ kind, subject, detail }: AdminChange): string {
  switch (kind) {
    case 'job_started':
      return t('home.change.job_started', { job: t(`jobs.name.${subject as JobType}`), until: formatFull(Date.parse(detail)) })
    case 'job_stopped':
      return t('home.change.job_stopped', { job: t(`jobs.name.${subject as JobType}`) })
    default:
      return t(`home.change.${kind}`, { title: subject })
  }
}

function describePermission({ user, permissions_before: before, permissions_after: after }: PermissionChange): string {
  const given = nameRoles(after.filter((role) => !before.includes(role)))
  const taken = nameRoles(before.filter((role) => !after.includes(role)))
  if (given !== '' && taken !== '') return t('home.change.both', { user: user.display_name, given, taken })
  return given === ''
    ? t('home.change.took', { user: user.display_name, roles: taken })
    : t('home.change.gave', { user: user.display_name, roles: given })
}

/** The newest of three logs, in one order of time. */
export function mergeChanges(
  admin: readonly AdminChange[],
  definition: readonly DefinitionChange[],
  permissions: readonly PermissionChange[],
): Change[] {
  const nobody = t('home.somebody')
  const all: Change[] = [
    ...admin.map((change) => ({
      key: `admin ${change.id}`,
      at: Date.parse(change.changed_at),
      author: change.author?.display_name ?? nobody,
      what: describeAdmin(change),
    })),
    ...definition.map((change) => ({
      key: `definition ${change.sequence}`,
      at: Date.parse(change.timestamp),
      author: change.author?.display_name ?? nobody,
      what: change.reason,
    })),
    ...permissions.map((change) => ({
      key: `permission ${change.id}`,
      at: Date.parse(change.changed_at),
      author: change.author?.display_name ?? t('home.commandLine'),
      what: describePermission(change),
    })),
  ]
  return all.toSorted((one, other) => other.at - one.at).slice(0, shown)
}

/** Who changed what last, as far as the viewer may see the logs. */
export function LastChanges({ event }: { event: Event }) {
  const caller = useCaller()
  const may = (name: 'getDefinitionChanges' | 'getPermissionChanges') =>
    caller !== undefined && isGranted(endpoints[name].access, caller)
  const input = eventInput(event.id)
  const query = { limit: shown }
  // A log that cannot be read is said so, in the block's own note.
  const more = { refetchInterval: refreshEvery_ms, throwOnError: true } as const
  const admin = useSuspenseQuery({ ...read('getAdminChanges', { ...input, query }), refetchInterval: refreshEvery_ms }).data
  const definition = useQuery({
    ...read('getDefinitionChanges', { ...input, query }),
    ...more,
    enabled: may('getDefinitionChanges'),
  }).data
  const permissions = useQuery({
    ...read('getPermissionChanges', { query }),
    ...more,
    enabled: may('getPermissionChanges'),
  }).data
  const changes = mergeChanges(admin, definition ?? [], permissions ?? [])
  if (changes.length === 0) return <Empty title={t('home.changesNoneTitle')} text={t('home.changesNoneText')} />
  return (
    <ul className="home-log">
      {changes.map(({ key, at, author, what }) => (
        <li key={key}>
          <time dateTime={new Date(at).toISOString()} title={formatFull(at)} className="num quieter">
            {formatDayTime(at)}
          </time>
          <span className="quiet">
            <bdi className="home-author">{author}</bdi> <bdi>{what}</bdi>
          </span>
        </li>
      ))}
    </ul>
  )
}
