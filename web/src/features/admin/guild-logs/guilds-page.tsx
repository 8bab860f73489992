import './guild-logs.css'
import '../../../messages/admin.ts'
import '../../../messages/admin-guild-logs.ts'
import type { Guild } from '@muster/contract/guilds'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { openEntry, openOnly, useReopening } from '../../../api/drafts/use-draft.ts'
import { DataBlock, DataGuard } from '../../../api/calls/data-block.tsx'
import { useEvent, useTeams } from '../../../api/scores/event.ts'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button, ButtonRow, nameButton } from '../../../ui/forms/button.tsx'
import { Empty, SkeletonRows } from '../../../ui/layout/states.tsx'
import { TeamMark } from '../../../ui/marks/team-mark.tsx'
import { AdminPage } from '../kit/admin-page.tsx'
import { type OpenDialog, useDialogs } from '../kit/list-page.tsx'
import { CoverageStrip } from './coverage-strip.tsx'
import { GuildDialog } from './guild-form.tsx'
import { RemoveGuild } from './remove-guild.tsx'
import { type GuildRights, useAllGuilds, useExtent, useGuildRights } from './use-guilds.ts'

/** Guilds whose logs the viewer may read, with their coverage, and a form for leads to register one. */
export function GuildsPage() {
  const rights = useGuildRights()
  const { open, dialog } = useDialogs<Guild | null, 'edit' | 'delete'>({
    edit: (guild, close) => <GuildDialog guild={guild} onClose={close} />,
    delete: (guild, close) => guild && <RemoveGuild guild={guild} onClose={close} />,
  })
  return (
    <AdminPage
      title={t('guildLogs.title')}
      lead={t('guildLogs.lead')}
      actions={
        rights.mayRegister && (
          <Button icon="plus" onClick={() => open('edit', null)}>
            {t('guildLogs.register')}
          </Button>
        )
      }
    >
      <DataBlock title={t('guildLogs.guilds')} loading={<SkeletonRows rows={2} height={96} label={t('loading')} />}>
        <GuildList rights={rights} onOpen={open} />
      </DataBlock>
      {dialog}
    </AdminPage>
  )
}

function GuildList({ rights, onOpen }: Pick<GuildEntryProps, 'rights' | 'onOpen'>) {
  const guilds = useAllGuilds().filter(rights.mayRead)
  const event_id = useEvent()?.id
  useReopening({
    guild: (id) =>
      openOnly(`new.${event_id}`, () => onOpen('edit', null))(id) || openEntry(guilds, '', (guild) => onOpen('edit', guild))(id),
  })
  if (guilds.length === 0) {
    const others = rights.readsAll ? 'guildLogs.noneAdmin' : 'guildLogs.noneMember'
    return <Empty title={t('guildLogs.noneTitle')} text={t(rights.mayRegister ? 'guildLogs.noneLead' : others)} />
  }
  return (
    <ul className="guild-list">
      {guilds.map((guild) => (
        <GuildEntry key={guild.id} guild={guild} rights={rights} onOpen={onOpen} />
      ))}
    </ul>
  )
}

interface GuildEntryProps {
  guild: Guild
  rights: GuildRights
  onOpen: OpenDialog<Guild | null, 'edit' | 'delete'>
}

function GuildEntry({ guild, rights, onOpen }: GuildEntryProps) {
  const team = useTeams().find(({ id }) => id === guild.team_id)
  const { id, name, tag } = guild
  return (
    <li>
      <div className="guild-head">
        <h3 className="guild-name">
          <bdi>{name}</bdi> <small className="quieter">{tag}</small>
        </h3>
        {team && <TeamMark team={team} />}
        <span className="quieter num">{t('guildLogs.number', { id })}</span>
      </div>
      <DataGuard title={name} height={36}>
        <Suspense fallback={<div className="coverage-space" />}>
          <Strip guild={guild} />
        </Suspense>
      </DataGuard>
      <ButtonRow>
        <Link
          to={paths.adminGuildLog}
          params={{ guildId: id }}
          search={({ event }: { event?: number | undefined }) => ({ event })}
          className={nameButton({ size: 'small' })}
          aria-label={t('guildLogs.openOf', { name })}
        >
          {t('guildLogs.open')}
        </Link>
        {rights.mayWrite(guild) && (
          <Button size="small" aria-label={t('guildLogs.renameOf', { name })} onClick={() => onOpen('edit', guild)}>
            {t('guildLogs.rename')}
          </Button>
        )}
        {rights.mayRemove(guild) && (
          <Button
            size="small"
            kind="quiet"
            aria-label={t('guildLogs.removeOf', { name })}
            onClick={() => onOpen('delete', guild)}
          >
            {t('guildLogs.remove')}
          </Button>
        )}
      </ButtonRow>
    </li>
  )
}

const Strip = ({ guild }: { guild: Guild }) => <CoverageStrip extent={useExtent(guild)} />
