import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo } from 'react'
import { t } from '../../lib/messages.ts'
import { formatLarge } from '../../lib/numbers.ts'
import { Crest, teamStyle } from '../../ui/team-mark.tsx'
import { Build } from './columns.tsx'
import { chooseOverscan, type LadderRow } from './ladder-row.ts'
import { useTop } from './ladder-table.tsx'

/** The height of an entry in pixels; the same as in the style sheet. */
const rowHeight = 62

/** The ladder of phones: two lines for each character. */
export function LadderList({ rows, own }: { rows: readonly LadderRow[]; own: LadderRow | null }) {
  const { frame, top } = useTop()
  // The compiler is not in use; the rows and their virtualizer live in the same component, as the library asks.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: chooseOverscan(rows.length),
    scrollMargin: top,
  })
  return (
    <div>
      {own && (
        <ul>
          <Entry row={own} />
        </ul>
      )}
      <div ref={frame}>
        <ul className="ladder-list" style={{ height: virtualizer.getTotalSize() }} aria-label={t('ladder.table')}>
          {virtualizer.getVirtualItems().map(({ index, key, start }) => {
            const row = rows[index]
            return row && <Entry key={key} row={row} top={start - top} place={index + 1} count={rows.length} />
          })}
        </ul>
      </div>
    </div>
  )
}

const Entry = memo(function Entry({ row, top, place, count }: { row: LadderRow; top?: number; place?: number; count?: number }) {
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
          <bdi className="strong clip">{entry.character_name}</bdi>
          {row.is_own && <span className="team-own">{t('ladder.you')}</span>}
        </span>
        <Build row={row} />
      </span>
      <span className="ladder-entry-figures num">
        <b>
          <span className="vh">{t('column.level')} </span>
          {entry.level}
        </b>
        {row.build && <small className="quieter">{t('ladder.dps', { value: formatLarge(row.build.dps) })}</small>}
      </span>
    </li>
  )
})
