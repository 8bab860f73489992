import '../../messages/category.ts'
import './item-table.css'
import { memo, useCallback, useMemo, useState } from 'react'
import { type TeamView, useScores } from '../../api/scores/event.ts'
import type { ScoreMap } from '../../api/scores/score-tree.ts'
import { useIsPhone } from '../../lib/browser/media.ts'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { TeamMark } from '../../ui/marks/team-mark.tsx'
import { useVirtualColumns, useVirtualRows } from '../../ui/deferred/virtual-list.ts'
import { DetailRow, GroupRow, ItemRow, PartRow } from './item-row.tsx'
import type { RowSetting } from './row-setting.ts'
import { type ItemGroup, type Line, listLines } from './lines.ts'
import { readProgress } from './measure.ts'
import { readNodeScores } from './node-scores.ts'
import { useScoreSetting } from './score-setting.ts'

/** Heights of the rows in pixels; the same as in the style sheet. Details are measured. */
const heights: Readonly<Record<Line['kind'], number>> = { group: 40, item: 50, part: 36, detail: 96 }
/** With more teams the table scrolls in its own frame, without a sticky head, and renders only the columns in view. */
const maxFixed = 8
const maxCellsAtOnce = 400
/** Column widths of such a table in pixels: names and one team; the same as in the style sheet. */
const widths = { name: 240, team: 84 }
const widthsOnPhone = { name: 172, team: 60 }

/** The columns of such a table's rows, which are laid out one by one: a browser lays out a table as a whole. */
const describeColumns = (teams: number, { name, team }: typeof widths) => ({
  width: `max(100%, ${name + teams * team}px)`,
  '--columns': `${name}px repeat(${teams}, minmax(0, 1fr))`,
})

interface TableProps {
  label: string
  groups: readonly ItemGroup[]
  teams: readonly TeamView[]
  watched: TeamView | null
}

/** Items by teams. A long table renders only the rows in view; screen readers get the total. */
export function ItemTable({ label, groups, teams, watched }: TableProps) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const lines = useMemo(() => listLines(groups, open), [groups, open])
  const scores = useScores(useCallback((all: ScoreMap) => lines.map(({ node }) => readNodeScores(all, node)), [lines]))
  const { frame, items, before, after, measure } = useVirtualRows({
    count: lines.length,
    heightOf: (index) => heights[lines[index]?.kind ?? 'item'],
    keyOf: (index) => lines[index]?.key ?? index,
  })
  const isWide = teams.length > maxFixed
  const width = useIsPhone() ? widthsOnPhone : widths
  const { first, end, isShifted } = useVirtualColumns(frame, { count: teams.length, width: width.team, isMany: isWide })
  // A table with very many cells renders names first, and cells a few rows in each frame.
  const isAtOnce = lines.length * teams.length <= maxCellsAtOnce
  const setting = useSetting(teams, watched, { first, end, isAtOnce })
  const toggle = useCallback(
    (id: number) =>
      setOpen((before) => {
        const next = new Set(before)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    [],
  )
  return (
    <div
      className={`table-wrap item-frame ${isWide ? 'item-wide' : 'item-fits'} ${isShifted ? 'item-shifted' : ''}`}
      ref={frame}
      role="group"
      aria-label={label}
      // A scrolling region must be focusable, or its hidden part cannot be reached without a pointer.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table
        className="table item-table"
        style={isWide ? describeColumns(teams.length, width) : undefined}
        aria-label={label}
        aria-rowcount={lines.length + 1}
        aria-colcount={teams.length + 1}
      >
        <Head groups={groups} teams={teams} />
        <tbody>
          {before > 0 && <Gap height={before} span={teams.length + 1} />}
          {items.map(({ index }) => {
            const line = lines[index]
            const known = scores[index]
            if (!line || !known) return null
            const row = { node: line.node, scores: known, setting, index: index + 2 }
            switch (line.kind) {
              case 'group':
                return <GroupRow key={line.key} {...row} />
              case 'part':
                return <PartRow key={line.key} {...row} />
              case 'detail':
                return <DetailRow key={line.key} {...row} at={index} rowRef={measure} />
              case 'item':
                return <ItemRow key={line.key} {...row} isOpen={line.isOpen} onToggle={toggle} />
            }
          })}
          {after > 0 && <Gap height={after} span={teams.length + 1} />}
        </tbody>
      </table>
    </div>
  )
}

type Drawn = Pick<RowSetting, 'first' | 'end' | 'isAtOnce'>

function useSetting(teams: readonly TeamView[], watched: TeamView | null, { first, end, isAtOnce }: Drawn): RowSetting {
  const shared = useScoreSetting()
  const watched_id = watched?.id ?? null
  return useMemo(
    () => ({ ...shared, teams, first, end, isAtOnce, watched_id }),
    [shared, teams, first, end, isAtOnce, watched_id],
  )
}

/** Teams with the number of shown items they have. */
const Head = memo(function Head({ groups, teams }: { groups: readonly ItemGroup[]; teams: readonly TeamView[] }) {
  const rows = useMemo(() => groups.flatMap((group) => group.rows), [groups])
  const count = useCallback(
    (scores: ScoreMap) => {
      const known = rows.map((node) => ({ node, scores: readNodeScores(scores, node) }))
      return teams.map((team) => known.filter((row) => readProgress(row.node, row.scores, team.id).finished).length)
    },
    [rows, teams],
  )
  const counts = useScores(count)
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col">{t('item.name')}</th>
        {teams.map((team, index) => (
          <th key={team.id} scope="col" className={team.is_own ? 'item-cell own-column' : 'item-cell'}>
            <TeamMark team={team} isShort size="small" />{' '}
            <span className="num item-count">{`${formatCount(counts[index] ?? 0)}/${formatCount(rows.length)}`}</span>
          </th>
        ))}
      </tr>
    </thead>
  )
})

function Gap({ height, span }: { height: number; span: number }) {
  return (
    <tr aria-hidden="true">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
      <td colSpan={span} style={{ height, padding: 0, border: 0 }} />
    </tr>
  )
}
