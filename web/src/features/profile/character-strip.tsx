import './profile.css'
import '../../messages/profile.ts'
import { readEventTitle } from '@muster/domain/events/title'
import type { Character } from '@muster/contract/ladder'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEvents } from '../../api/scores/event.ts'
import { read } from '../../api/calls/queries.ts'
import { t } from '../../lib/text/messages.ts'
import { paths } from '../../lib/paths.ts'

interface Entry {
  readonly character: Character
  readonly event_name: string
  /** Milliseconds; 0 for an event outside the list. */
  readonly start: number
  readonly is_current: boolean
}

/** A player's characters, newest event first, then highest level first. */
function useEntries(user_id: number): readonly Entry[] {
  const characters = useSuspenseQuery(read('getUserCharacters', { user_id })).data
  const events = new Map(useEvents().map((event) => [event.id, event]))
  return characters
    .map((character) => {
      const event = events.get(character.event_id)
      return {
        character,
        event_name: event ? readEventTitle(event.name) : t('profile.unknownEvent', { id: character.event_id }),
        start: event ? Date.parse(event.event_start_time) : 0,
        is_current: event?.is_current ?? false,
      }
    })
    .sort((a, b) => b.start - a.start || b.character.level - a.character.level)
}

function usePlayerName(user_id: number): string {
  return useSuspenseQuery(read('getUserById', { user_id })).data.display_name
}

const linkOf = (user_id: number, { character, is_current }: Entry) => ({
  to: paths.character,
  params: { userId: user_id, eventId: character.event_id, characterId: character.id },
  search: { event: is_current ? undefined : character.event_id },
})

/** Links from character to character; the open one is marked. */
export function CharacterStrip({ user_id }: { user_id: number }) {
  const name = usePlayerName(user_id)
  const entries = useEntries(user_id)
  return (
    <nav className="character-strip" aria-label={t('profile.events', { name })}>
      <Link to={paths.profile} params={{ userId: user_id }} className="character-owner" activeOptions={{ exact: true }}>
        <bdi className="clip">{name}</bdi>
      </Link>
      <ul>
        {entries.map((entry) => (
          <li key={`${entry.character.event_id} ${entry.character.id}`}>
            <Link {...linkOf(user_id, entry)} activeOptions={{ includeSearch: false }}>
              <bdi className="strong">{entry.character.name}</bdi>{' '}
              <small className="quieter">
                {entry.event_name} <span className="num">{entry.character.level}</span>
              </small>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
