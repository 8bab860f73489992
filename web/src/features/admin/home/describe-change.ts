import '../../../messages/admin-home.ts'
import '../../../messages/admin-jobs.ts'
import '../../../messages/admin-users.ts'
import type { AdminChange } from '@muster/contract/admin-changes'
import { type EventField, eventColumns } from '@muster/contract/events'
import type { JobType } from '@muster/contract/jobs'
import type { PermissionChange, Role } from '@muster/contract/users'
import { type MessageKey, t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { formatFull } from '../../../lib/time/time.ts'

const nameRoles = (roles: readonly Role[]) => roles.map((role) => t(`users.roleName.${role}`)).join(', ')

const nameFields = (detail: string, nameField: (field: string) => string) => detail.split(' ').map(nameField).join(', ')

/** An organiser's action, as the end of a sentence that starts with their name. */
export function describeAdminChange({ kind, subject, detail }: AdminChange): string {
  switch (kind) {
    case 'job_started':
      return t('home.change.job_started', { job: t(`jobs.name.${subject as JobType}`), until: formatFull(Date.parse(detail)) })
    case 'job_stopped':
      return t('home.change.job_stopped', { job: t(`jobs.name.${subject as JobType}`) })
    case 'event_changed':
      return t('home.change.event_changed', {
        fields: nameFields(detail, (field) => eventColumns[field as EventField].label.toLowerCase()),
      })
    case 'team_changed':
      return t('home.change.team_changed', {
        title: subject,
        fields: nameFields(detail, (field) => t(`home.field.${field}` as MessageKey)),
      })
    case 'event_deleted': {
      const [objectives, points] = detail.split(' ').map(Number)
      return t('home.change.event_deleted', { title: subject, count: objectives ?? 0, points: formatCount(points ?? 0) })
    }
    case 'retention_chosen':
      return detail === ''
        ? t('home.change.retention_for_ever')
        : t('home.change.retention_chosen', { until: formatFull(Date.parse(detail)) })
    case 'raw_data_removed': {
      const rows = detail.split(' ').reduce((sum, word) => sum + (Number(word) || 0), 0)
      return t('home.change.raw_data_removed', { count: rows, rows: formatCount(rows) })
    }
    case 'person_deleted':
      return t('home.change.person_deleted', { title: subject, reason: detail })
    case 'login_link_used':
    case 'people_assigned':
    case 'people_invited':
    case 'questions_changed':
    case 'teams_sorted':
    case 'sort_undone':
      return t(`home.change.${kind}`, { count: Number(detail) })
    case 'account_confirmed':
    case 'account_unconfirmed':
    case 'announcement_changed':
    case 'announcement_removed':
    case 'announcement_written':
    case 'event_hidden':
    case 'event_locked':
    case 'event_made_current':
    case 'event_made_ordinary':
    case 'event_shown':
    case 'event_unlocked':
    case 'invitation_revoked':
    case 'login_link_made':
    case 'logo_changed':
    case 'logo_removed':
    case 'overlays_readdressed':
    case 'route_paused':
    case 'discord_roles_saved':
    case 'route_removed':
    case 'route_resumed':
    case 'route_saved':
    case 'rules_written':
    case 'signup_accepted':
    case 'signup_held_back':
    case 'signup_put_back':
    case 'signup_removed':
    case 'signup_restored':
    case 'stream_moved':
      return t(`home.change.${kind}`, { title: subject })
  }
}

/** The same for roles. */
export function describePermissionChange({
  user,
  permissions_before: before,
  permissions_after: after,
}: PermissionChange): string {
  const given = nameRoles(after.filter((role) => !before.includes(role)))
  const taken = nameRoles(before.filter((role) => !after.includes(role)))
  if (given !== '' && taken !== '') return t('home.change.both', { user: user.display_name, given, taken })
  return given === ''
    ? t('home.change.took', { user: user.display_name, roles: taken })
    : t('home.change.gave', { user: user.display_name, roles: given })
}
