import './discord.css'
import '../../../messages/admin.ts'
import '../../../messages/admin-discord.ts'
import type { DiscordRoles } from '@muster/contract/discord-roles'
import type { Event } from '@muster/contract/events'
import { readEventTitle } from '@muster/domain/events/title'
import { Suspense, useState } from 'react'
import { DataGuard } from '../../../api/calls/data-block.tsx'
import { useEvent } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Empty, SkeletonRows } from '../../../ui/layout/states.tsx'
import { AdminPage } from '../kit/admin-page.tsx'
import { ConfirmWrite } from '../kit/confirm-write.tsx'
import { RoleReport } from './role-report.tsx'
import { RolesForm } from './roles-form.tsx'
import { saveRoles, useDiscordRoles } from './use-roles.ts'

/** Roles of teams and leads on Discord: the choice, a dry run, the switch and the report. */
export function DiscordPage() {
  const event = useEvent()
  return (
    <AdminPage title={t('discord.title')} lead={event && t('discord.lead', { event: readEventTitle(event.name) })}>
      {event === null ? (
        <Empty title={t('admin.noEventTitle')} text={t('admin.noEventText')} />
      ) : (
        <DataGuard title={t('discord.title')}>
          <Suspense fallback={<SkeletonRows rows={4} height={64} label={t('loading')} />}>
            <Roles key={event.id} event={event} />
          </Suspense>
        </DataGuard>
      )}
    </AdminPage>
  )
}

function Roles({ event }: { event: Event }) {
  const roles = useDiscordRoles(event)
  if (roles.problem === 'not_set_up') return <Empty title={t('discord.offTitle')} text={t('discord.offText')} />
  return (
    <div className="discord-roles">
      <section>
        <h2 className="block-title">{t('discord.choice')}</h2>
        <RolesForm event={event} roles={roles} />
      </section>
      {roles.server_id !== null && (
        <>
          <Switch event={event} roles={roles} server_id={roles.server_id} />
          <RoleReport event={event} roles={roles} />
        </>
      )}
    </div>
  )
}

interface SwitchProps {
  event: Event
  roles: DiscordRoles
  server_id: string
}

/** Turns the assignment of roles on or off, after showing the consequences. */
function Switch({ event, roles, server_id }: SwitchProps) {
  const [isOpen, setOpen] = useState(false)
  const { is_on, team_roles, lead_role_id, version, people, problem } = roles
  const count = (state: string) => people.filter((one) => one.state === state).length
  const act = t(is_on ? 'discord.switchOff' : 'discord.switchOn')
  return (
    <section className="discord-switch">
      <p>
        <strong>{t(is_on ? 'discord.nowOn' : 'discord.now')}</strong>
      </p>
      {problem !== null && <p className="field-error">{t(`discord.problem.${problem}`)}</p>}
      <Button kind={is_on ? 'plain' : 'primary'} onClick={() => setOpen(true)}>
        {act}
      </Button>
      {isOpen && (
        <ConfirmWrite
          title={t(is_on ? 'discord.offTitle2' : 'discord.onTitle')}
          actLabel={act}
          send={() => saveRoles(event, { server_id, team_roles, lead_role_id, is_on: !is_on, base_version: version })}
          done={t('discord.switched')}
          onClose={() => setOpen(false)}
        >
          <p>{is_on ? t('discord.offText2') : t('discord.onText', { give: count('to_give'), take: count('to_take') })}</p>
        </ConfirmWrite>
      )}
    </section>
  )
}
