import './broadcast.css'
import '../../../messages/admin-broadcast.ts'
import type { UserId } from '@muster/contract/ids'
import { useState } from 'react'
import { useParticipants, useTeams } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { SearchInput } from '../../../ui/forms/search-input.tsx'
import { maxFound, type PartProps, Row } from './producer-row.tsx'

/** The player on the player card: pinned, or the one with the latest points. */
export function PlayerChoice({ broadcast: { pinned_user_id }, write }: PartProps) {
  const [words, setWords] = useState('')
  const players = useParticipants()
  const teams = new Map(useTeams().map(({ id, name }) => [id as number, name]))
  const wanted = words.trim().toLowerCase()
  const found = [...players.values()].filter(({ display_name }) => display_name.toLowerCase().includes(wanted)).slice(0, maxFound)
  const pinned = pinned_user_id === null ? undefined : players.get(pinned_user_id)
  const name = pinned?.display_name ?? t('broadcast.playerGone')
  return (
    <>
      {pinned_user_id === null ? (
        <p className="broadcast-follows">{t('broadcast.follows')}</p>
      ) : (
        <ul>
          <Row name={name} note={teams.get(pinned?.team_id ?? 0) ?? ''}>
            <Button
              size="small"
              aria-label={t('broadcast.unpinOf', { name })}
              isBusy={write.is_busy}
              onClick={() => write.run({ pinned_user_id: null })}
            >
              {t('broadcast.unpin')}
            </Button>
          </Row>
        </ul>
      )}
      <SearchInput label={t('broadcast.findPlayer')} value={words} onChange={setWords} />
      {found.length === 0 && <p className="small quiet broadcast-note">{t('broadcast.foundNoPlayer')}</p>}
      <ul aria-label={t('broadcast.foundPlayers')}>
        {found.map(({ id, display_name, team_id }) => (
          <Row key={id} name={display_name} note={teams.get(team_id) ?? ''}>
            <Button
              size="small"
              aria-label={t('broadcast.pinOf', { name: display_name })}
              isBusy={write.is_busy}
              onClick={() => write.run({ pinned_user_id: id as UserId })}
            >
              {t('broadcast.pin')}
            </Button>
          </Row>
        ))}
      </ul>
      <p className="small quiet broadcast-note">{t('broadcast.playerHelp')}</p>
    </>
  )
}
