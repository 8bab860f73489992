import '../../../messages/admin-teams.ts'
import './teams.css'
import type { Event } from '@muster/contract/events'
import type { Team } from '@muster/contract/teams'
import { useSuspenseQuery } from '@tanstack/react-query'
import { openEntry, useReopening } from '../../../api/drafts/use-draft.ts'
import { eventInput, read } from '../../../api/calls/queries.ts'
import { useEvents } from '../../../api/scores/event.ts'
import { useStandings } from '../../../api/scores/use-standings.ts'
import { parseHex } from '../../../lib/teams/colour.ts'
import { assignTeamLooks, type TeamLook } from '../../../lib/teams/team-looks.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { Icon } from '../../../ui/marks/icon.tsx'
import { Crest } from '../../../ui/marks/team-mark.tsx'
import { LockedNote } from '../events/locked-note.tsx'
import { EntryButton, ListPage, type OpenDialog, useDialogs } from '../kit/list-page.tsx'
import { DeleteTeam } from './delete-team.tsx'
import { TeamForm } from './team-form.tsx'
import { isConfusing, measureShown } from './team-values.ts'

/** The teams of an event: colours, allowed classes, and number of members. */
export function TeamsPage({ event_id }: { event_id: number }) {
  const event = useEvents().find(({ id }) => id === event_id)
  return event ? <TeamsOf key={event.id} event={event} /> : null
}

function TeamsOf({ event }: { event: Event }) {
  const users = useSuspenseQuery(read('getUsersForEvent', eventInput(event.id))).data
  const points = new Map(useStandings().map(({ team_id, points: of }) => [team_id, of]))
  const teams = event.teams.toSorted((a, b) => a.id - b.id)
  const looks = assignTeamLooks(teams)
  const membersOf = (team: Team) => users[team.id]?.length ?? 0
  const pointsOf = (team: Team) => points.get(team.id) ?? 0
  const whyNot = event.is_locked ? t('adminTeams.lockedShort') : undefined
  const { open, dialog } = useDialogs<Team | null, 'edit' | 'delete'>({
    edit: (team, close) => <TeamForm event={event} team={team} onClose={close} />,
    delete: (team, close) =>
      team && <DeleteTeam event={event} team={team} members={membersOf(team)} points={pointsOf(team)} onClose={close} />,
  })
  useReopening({ team: openEntry(teams, `${event.id}.`, (team) => open('edit', team)) })
  return (
    <ListPage
      title={t('admin.page.teams')}
      lead={<bdi>{event.name}</bdi>}
      newLabel={t('adminTeams.new')}
      whyNot={whyNot}
      onNew={() => open('edit', null)}
      note={<LockedNote event={event} text={t('adminTeams.locked')} />}
      empty={teams.length === 0 ? [t('adminTeams.noneTitle'), t('adminTeams.noneText')] : null}
      dialog={dialog}
    >
      <ul className="admin-teams-list">
        {teams.map((team) => (
          <TeamRow
            key={team.id}
            team={team}
            look={looks.get(team.id)}
            close={teams.filter((other) => other.id !== team.id && isConfusing(other.color, team.color))}
            members={membersOf(team)}
            points={pointsOf(team)}
            whyNot={whyNot}
            onOpen={open}
          />
        ))}
      </ul>
    </ListPage>
  )
}

interface TeamRowProps {
  team: Team
  look: TeamLook | undefined
  /** Teams with a similar colour. */
  close: readonly Team[]
  members: number
  points: number
  whyNot: string | undefined
  onOpen: OpenDialog<Team, 'edit' | 'delete'>
}

function TeamRow({ team, look, close, members, points, whyNot, onOpen }: TeamRowProps) {
  const contrast = look && measureShown(look.colours)
  return (
    <li>
      <span className="admin-teams-mark">
        {look && <Crest look={look} size="large" />}
        {team.logo && <img src={team.logo} alt={t('adminTeams.logoOf', { name: team.name })} />}
      </span>
      <div className="admin-teams-name">
        <b>
          <bdi>{team.name}</bdi>
        </b>
        <small>
          {team.abbreviation || t('adminTeams.noAbbreviation')}, {t('adminTeams.number', { id: team.id })}
        </small>
      </div>
      <div className="admin-teams-swatch">
        <span>
          <i style={{ background: parseHex(team.color) ? team.color : 'none' }} />
          {team.color || t('adminTeams.noColour')}
        </span>
        {contrast && (
          <small>{t('adminTeams.contrasts', { dark: contrast.dark.toFixed(1), light: contrast.light.toFixed(1) })}</small>
        )}
        {close.length > 0 && (
          <small className="bad icon-line">
            <Icon name="warning" size={11} /> {t('adminTeams.closeTo', { names: close.map(({ name }) => name).join(', ') })}
          </small>
        )}
      </div>
      <div className="admin-teams-allowed">
        {team.allowed_classes.length === 0 ? (
          <span className="quieter">{t('adminTeams.allClasses')}</span>
        ) : (
          team.allowed_classes.join(', ')
        )}
      </div>
      <div className="admin-teams-numbers num">
        <b>{t('adminTeams.points', { points: formatCount(points) })}</b>
        <small>{t('adminTeams.members', { count: members })}</small>
      </div>
      <div className="admin-teams-acts">
        <EntryButton label={t('adminTeams.edit')} name={team.name} whyNot={whyNot} onPress={() => onOpen('edit', team)} />
        <EntryButton label={t('adminTeams.delete')} name={team.name} isQuiet onPress={() => onOpen('delete', team)} />
      </div>
    </li>
  )
}
