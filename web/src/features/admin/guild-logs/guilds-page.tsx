import './guild-logs.css'
import '../../../messages/admin.ts'
import '../../../messages/admin-guild-logs.ts'
import type { Guild } from '@muster/contract/guilds'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { DataBlock, DataGuard } from '../../../api/calls/data-block.tsx'
import { useTeams } from '../../../api/scores/event.ts'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button, nameButton } from '../../../ui/forms/button.tsx'
import { Empty, SkeletonRows } from '../../../ui/layout/states.tsx'
import { TeamMark } from '../../../ui/marks/team-mark.tsx'
import { AdminPage } from '../kit/admin-page.tsx'
import { CoverageStrip } from './coverage-strip.tsx'
import { GuildDialog } from './guild-form.tsx'
import { RemoveGuild } from './remove-guild.tsx'
import { type GuildRights, useAllGuilds, useExtent, useGuildRights } from './use-guilds.ts'

type Asked = { readonly what: 'register' } | { readonly what: 'rename' | 'remove'; readonly guild: Guild }

/** Guilds whose logs the viewer may read, with their coverage, and a form for leads to register one. */
export function GuildsPage() {
  const rights = useGuildRights()
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  return (
    <AdminPage
      title={t('guildLogs.title')}
      lead={t('guildLogs.lead')}
      actions={
        rights.mayRegister && (
          <Button icon="plus" onClick={() => setAsked({ what: 'register' })}>
            {t('guildLogs.register')}
          </Button>
        )
      }
    >
      <DataBlock title={t('guildLogs.guilds')} loading={<SkeletonRows rows={2} height={96} label={t('loading')} />}>
        <GuildList rights={rights} onAsk={setAsked} />
      </DataBlock>
      {asked?.what === 'remove' && <RemoveGuild guild={asked.guild} onClose={close} />}
      {asked && asked.what !== 'remove' && <GuildDialog guild={asked.what === 'rename' ? asked.guild : null} onClose={close} />}
    </AdminPage>
  )
}

function GuildList({ rights, onAsk }: { rights: GuildRights; onAsk: (asked: Asked) => void }) {
  const guilds = useAllGuilds().filter(rights.mayRead)
  if (guilds.length === 0) {
    const others = rights.readsAll ? 'guildLogs.noneAdmin' : 'guildLogs.noneMember'
    return <Empty title={t('guildLogs.noneTitle')} text={t(rights.mayRegister ? 'guildLogs.noneLead' : others)} />
  }
  return (
    <ul className="guild-list">
      {guilds.map((guild) => (
        <GuildEntry key={guild.id} guild={guild} rights={rights} onAsk={onAsk} />
      ))}
    </ul>
  )
}

interface GuildEntryProps {
  guild: Guild
  rights: GuildRights
  onAsk: (asked: Asked) => void
}

function GuildEntry({ guild, rights, onAsk }: GuildEntryProps) {
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
      <div className="guild-acts">
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
          <Button size="small" aria-label={t('guildLogs.renameOf', { name })} onClick={() => onAsk({ what: 'rename', guild })}>
            {t('guildLogs.rename')}
          </Button>
        )}
        {rights.mayRemove(guild) && (
          <Button
            size="small"
            kind="quiet"
            aria-label={t('guildLogs.removeOf', { name })}
            onClick={() => onAsk({ what: 'remove', guild })}
          >
            {t('guildLogs.remove')}
          </Button>
        )}
      </div>
    </li>
  )
}

const Strip = ({ guild }: { guild: Guild }) => <CoverageStrip extent={useExtent(guild)} />
