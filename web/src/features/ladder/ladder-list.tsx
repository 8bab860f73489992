import '../../messages/ladder-page.ts'
import { memo } from 'react'
import { t } from '../../lib/text/messages.ts'
import { formatCount, formatLarge } from '../../lib/text/numbers.ts'
import { Crest, teamStyle } from '../../ui/marks/team-mark.tsx'
import { useVirtualRows } from '../../ui/deferred/virtual-list.ts'
import { Build, CharacterLink } from './columns.tsx'
import type { LadderRow } from './ladder-row.ts'

/** The height of an entry in pixels at the usual size of text; the same as in the style sheet. */
const rowHeight = 62
const heightOf = () => rowHeight

interface ListProps {
  rows: readonly LadderRow[]
  own: LadderRow | null
  /** The figure at the end of a line. */
  figure?: Figure
}
type Figure = 'level' | 'delve'

/** The ladder of phones: two lines for each character. */
export function LadderList({ rows, own, figure = 'level' }: ListProps) {
  const { frame, items, total } = useVirtualRows({ count: rows.length, heightOf })
  return (
    <div>
      {own && (
        <ul>
          <Entry row={own} figure={figure} />
        </ul>
      )}
      <div ref={frame}>
        <ul className="ladder-list" style={{ height: total }} aria-label={t('ladder.table')}>
          {items.map(({ index, start: top }) => {
            const row = rows[index]
            if (!row) return null
            return <Entry key={index} row={row} figure={figure} top={top} place={index + 1} count={rows.length} />
          })}
        </ul>
      </div>
    </div>
  )
}

interface EntryProps {
  row: LadderRow
  figure: Figure
  top?: number
  place?: number
  count?: number
}

const Entry = memo(function Entry({ row, figure, top, place, count }: EntryProps) {
  const { entry, team } = row
  const position = top === undefined ? {} : { position: 'absolute' as const, top, left: 0, right: 0 }
  return (
    <li
      className={`ladder-entry ${team ? 'team' : ''} ${row.is_own ? 'ladder-entry-own' : ''}`}
      style={{ ...(team && teamStyle(team.look)), ...position }}
      aria-posinset={place}
      aria-setsize={count}
    >
      <span className="quiet num">{entry.rank}</span>
      {team ? <Crest look={team.look} label={team.name} /> : <span />}
      <span className="ladder-entry-words">
        <span className="ladder-character">
          <CharacterLink row={row} />
          {row.is_own && <span className="team-own">{t('ladder.you')}</span>}
        </span>
        <Build row={row} />
      </span>
      <span className="ladder-entry-figures num">
        <b>
          <span className="vh">{t(`column.${figure}`)} </span>
          {formatCount(entry[figure])}
        </b>
        {figure === 'level' && row.build && (
          <small className="quieter">{t('ladder.dps', { value: formatLarge(row.build.dps) })}</small>
        )}
      </span>
    </li>
  )
})
