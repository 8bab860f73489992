import '../../messages/record.ts'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { teamStyle } from '../../ui/marks/team-mark.tsx'
import { RecordPart } from './record-part.tsx'
import type { RecordRow } from './record-rows.ts'

/** More columns than this would be too narrow for their numbers. */
const maxColumns = 16

/** The points of each event, oldest first: a list of numbers, drawn as columns. A single event has no comparison. */
export function RecordChart({ rows }: { rows: readonly RecordRow[] }) {
  const played = rows.filter(({ brought, team }) => brought !== null && team !== null)
  const shown = played.slice(0, maxColumns).toReversed()
  if (shown.length < 2) return null
  const most = Math.max(1, ...shown.map(({ brought }) => brought?.points ?? 0))
  const note = played.length > maxColumns ? t('record.chartNote', { count: maxColumns }) : undefined
  return (
    <RecordPart title={t('record.chart')} note={note}>
      <ol className="record-chart">
        {shown.map(({ event, title, brought, look }) => (
          <li key={event.id} className="team" style={look ? teamStyle(look) : undefined}>
            <span className="record-column">
              <b className="num">{formatCount(brought?.points ?? 0)}</b>
              <i style={{ flexBasis: `${((brought?.points ?? 0) / most) * 100}%` }} />
            </span>
            <bdi className="clip quiet" title={title}>
              {title}
            </bdi>
          </li>
        ))}
      </ol>
    </RecordPart>
  )
}
