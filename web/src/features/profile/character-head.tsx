import './profile.css'
import '../../messages/profile.ts'
import type { Character } from '@muster/contract/ladder'
import { useQuery } from '@tanstack/react-query'
import { useEventKey, useParticipants, useTeams } from '../../api/scores/event.ts'
import { eventInput, read } from '../../api/calls/queries.ts'
import { t } from '../../lib/text/messages.ts'
import { nameButton } from '../../ui/forms/button.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { TeamMark } from '../../ui/marks/team-mark.tsx'
import type { CharacterSearch } from './character-search.ts'

/** The account's page on the game's own site writes the discriminator with a hyphen. */
const profileAddress = (account_name: string) =>
  `https://www.pathofexile.com/account/view-profile/${encodeURIComponent(account_name.replace('#', '-'))}`

interface HeadProps {
  character: Character
  user_id: number
  search: CharacterSearch
}

export function CharacterHead({ character, user_id }: HeadProps) {
  const { name, level, ascendancy, main_skill, id } = character
  const teams = useTeams()
  const team_id = useParticipants().get(user_id)?.team_id
  const team = teams.find((each) => each.id === team_id)
  // The head does not wait for the ladder.
  const ladder = useQuery(read('getLadder', eventInput(useEventKey()))).data
  const entry = ladder?.find((each) => each.character?.id === id)
  return (
    <header className="character-head">
      <div>
        <h1 className="page-title">
          <bdi>{name}</bdi>
        </h1>
        <p className="character-line">
          {team && <TeamMark team={team} />}
          <span>{t('profile.levelClass', { level: entry?.level ?? level, name: ascendancy || t('profile.unknownClass') })}</span>
          {main_skill && <bdi className="game">{main_skill}</bdi>}
          {entry && <span className="quieter num">{t('profile.rank', { rank: entry.rank, all: ladder?.length ?? 0 })}</span>}
        </p>
      </div>
      {entry && (
        <a className={nameButton({})} href={profileAddress(entry.account_name)} target="_blank" rel="noreferrer">
          <Icon name="outside" size={14} />
          {t('profile.official')} <span className="vh">{t('link.newTab')}</span>
        </a>
      )}
    </header>
  )
}
