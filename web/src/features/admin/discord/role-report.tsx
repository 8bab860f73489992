import '../../../messages/admin-discord.ts'
import type { DiscordRoles, RoleState } from '@muster/contract/discord-roles'
import { roleStates } from '@muster/contract/discord-roles'
import type { Event } from '@muster/contract/events'
import { t } from '../../../lib/text/messages.ts'
import { Empty } from '../../../ui/layout/states.tsx'
import { useChoices } from './use-roles.ts'

const helps = ['not_a_member', 'missing_permission', 'unknown_role', 'unfit_role'] as const
const hasHelp = (state: RoleState): state is (typeof helps)[number] => helps.some((one) => one === state)

/** People by state and role: a dry run before the switch is on, the report afterwards. */
export function RoleReport({ event, roles }: { event: Event; roles: DiscordRoles }) {
  const choices = useChoices(event, roles.server_id ?? '')
  const names = new Map(choices?.roles.map(({ id, name }) => [id, name]))
  const groups = Map.groupBy(roles.people, ({ state, role_id }) => `${roleStates.indexOf(state)} ${role_id}`)
  const { without_account } = roles
  return (
    <section className="discord-report">
      <h2 className="block-title">{t('discord.people')}</h2>
      {without_account > 0 && <p>{t('discord.without', { count: without_account })}</p>}
      {groups.size === 0 ? (
        <Empty title={t('discord.peopleEmpty')} text={t('discord.peopleEmptyText')} />
      ) : (
        <ul>
          {[...groups]
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, people]) => {
              const [first] = people
              if (!first) return null
              const { state, role_id } = first
              return (
                <li key={key}>
                  <h3>
                    {t(`discord.state.${state}`, { role: names.get(role_id) ?? role_id })} ({people.length})
                  </h3>
                  <p>{people.map(({ user }) => user.display_name).join(', ')}</p>
                  {hasHelp(state) && <p className="field-hint">{t(`discord.help.${state}`)}</p>}
                </li>
              )
            })}
        </ul>
      )}
    </section>
  )
}
