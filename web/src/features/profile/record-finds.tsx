import '../../messages/record.ts'
import type { GameVersion } from '@muster/contract/events'
import type { RecordFind } from '@muster/contract/records'
import { listNamedItems } from '@muster/domain/items/named-items'
import { useNavigate } from '@tanstack/react-router'
import { findKindOfObjective } from '../../api/items/item-kind.ts'
import { ItemPicture } from '../../api/items/item-picture.tsx'
import { useNamedPictures } from '../../api/items/named-pictures.ts'
import { nameItem } from '../../api/scores/item-words.ts'
import { askForReceipt } from '../../api/scores/receipt-request.ts'
import { t } from '../../lib/text/messages.ts'
import { formatChange } from '../../lib/text/numbers.ts'
import { formatEventTime, formatFull } from '../../lib/time/time.ts'
import { Icon } from '../../ui/marks/icon.tsx'
import { RecordPart } from './record-part.tsx'
import type { RecordRow } from './record-rows.ts'

/** The finds with the most points in all events; each opens its receipt. */
export function RecordFinds({ finds, rows }: { finds: readonly RecordFind[]; rows: readonly RecordRow[] }) {
  const rowOf = new Map(rows.map((row) => [row.event.id, row]))
  const pictures = useFindPictures(finds, rowOf)
  return (
    <RecordPart title={t('record.finds')} note={finds.length > 0 && t('record.findsNote')}>
      {finds.length === 0 ? (
        <p className="profile-none">{t('record.noFinds')}</p>
      ) : (
        <ul className="given">
          {finds.map((find) => {
            const row = rowOf.get(find.event_id)
            const src = pictures.get(find) ?? null
            return row && <Find key={`${find.objective_id} ${find.team_id}`} find={find} row={row} src={src} />
          })}
        </ul>
      )}
    </RecordPart>
  )
}

/** Addresses of pictures: one request for each game. */
function useFindPictures(finds: readonly RecordFind[], rowOf: ReadonlyMap<number, RecordRow>): ReadonlyMap<RecordFind, string> {
  const named = finds.flatMap((find) => {
    const game = rowOf.get(find.event_id)?.event.game_version
    return game === undefined ? [] : listNamedItems(find.conditions).map((item) => ({ find, game, item }))
  })
  const namedIn = (version: GameVersion) => named.filter(({ game }) => game === version).map(({ item }) => item)
  const pictureOf = { poe1: useNamedPictures('poe1', namedIn('poe1')), poe2: useNamedPictures('poe2', namedIn('poe2')) }
  const pictures = new Map<RecordFind, string>()
  for (const { find, game, item } of named) {
    const address = pictureOf[game](item)
    if (address !== null && !pictures.has(find)) pictures.set(find, address)
  }
  return pictures
}

function Find({ find, row, src }: { find: RecordFind; row: RecordRow; src: string | null }) {
  const navigate = useNavigate()
  const { objective_id, team_id, name, category, points, rank, found_at } = find
  const { base_type } = nameItem(find)
  const kind = findKindOfObjective(find)
  const why = async () => {
    // A receipt belongs to the event in the address, which the surrounding pages follow, too.
    await navigate({ to: '.', search: (before: object) => ({ ...before, ...row.search }), replace: true, resetScroll: false })
    askForReceipt({ objective_id, team_id })
  }
  return (
    <li>
      <button
        type="button"
        aria-label={t('record.why', { points: formatChange(points), objective: name })}
        onClick={() => void why()}
      >
        <span className="item-box">{kind ? <ItemPicture src={src} kind={kind} /> : <Icon name="check" />}</span>
        <span className="given-words">
          <span>
            <bdi className="game">{name}</bdi>
            {base_type && (
              <small className="quieter">
                {' '}
                <bdi>{base_type}</bdi>
              </small>
            )}
          </span>
          <small className="quieter">
            {category && (
              <>
                <bdi>{category}</bdi>,{' '}
              </>
            )}
            <bdi>{row.title}</bdi>
            {found_at !== null && (
              <time className="num" dateTime={new Date(found_at * 1000).toISOString()} title={formatFull(found_at * 1000)}>
                {' '}
                {formatEventTime(found_at * 1000, row.start)}
              </time>
            )}
          </small>
        </span>
        {rank === 1 && (
          <span className="medal medal-1" title={t('record.first')}>
            1<span className="vh"> {t('record.first')}</span>
          </span>
        )}
        <b className="num">{formatChange(points)}</b>
      </button>
    </li>
  )
}
