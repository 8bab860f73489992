import '../../messages/category.ts'
import './item-table.css'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useMemo, useState } from 'react'
import { type TeamView, useEvent, useParticipants, useScores } from '../../api/event.ts'
import { type ObjectiveNode, scoresOf } from '../../api/score-tree.ts'
import { addressWiki } from '../../lib/wiki.ts'
import { t } from '../../lib/messages.ts'
import { formatCount } from '../../lib/numbers.ts'
import { TeamMark } from '../../ui/team-mark.tsx'
import { chooseOverscan, useTop } from '../../ui/window-rows.ts'
import { DetailRow, GroupRow, ItemRow, PartRow, type RowSetting } from './item-row.tsx'
import { type ItemGroup, type Line, listLines } from './lines.ts'
import { type NodeScores, readProgress } from './measure.ts'

/** Heights of the rows in pixels; the same as in the style sheet. Details are measured. */
const heights: Readonly<Record<Line['kind'], number>> = { group: 40, item: 50, part: 36, detail: 96 }
/** With more teams the table scrolls in its own frame, and its head cannot stay in sight. */
const mostFixed = 8

interface TableProps {
  label: string
  groups: readonly ItemGroup[]
  teams: readonly TeamView[]
  watched: TeamView | null
}

const readNode = (scores: Parameters<typeof scoresOf>[0], { item, children }: ObjectiveNode): NodeScores => [
  scoresOf(scores, item.id),
  ...children.map((child) => scoresOf(scores, child.item.id)),
]

/** Items by teams. Only the rows in sight exist when there are many; the number of all is told to assistive technology. */
export function ItemTable({ label, groups, teams, watched }: TableProps) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const lines = useMemo(() => listLines(groups, open), [groups, open])
  const scores = useScores((all) => lines.map(({ node }) => readNode(all, node)))
  const setting = useSetting(teams, watched)
  const { frame, top } = useTop()
  // The compiler is not in use; the rows and their virtualizer live in the same component, as the library asks.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count: lines.length,
    estimateSize: (index) => heights[lines[index]?.kind ?? 'item'],
    getItemKey: (index) => lines[index]?.key ?? index,
    overscan: chooseOverscan(lines.length),
    scrollMargin: top,
  })
  const toggle = useCallback(
    (id: number) =>
      setOpen((before) => {
        const next = new Set(before)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    [],
  )
  const items = virtualizer.getVirtualItems()
  const before = (items[0]?.start ?? top) - top
  const after = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? top) - top)
  return (
    <div
      className={teams.length <= mostFixed ? 'table-wrap item-frame item-fits' : 'table-wrap item-frame'}
      ref={frame}
      role="group"
      aria-label={label}
      // A scrolling region has to be focusable, or its hidden part cannot be reached without a pointer.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table className="table item-table" aria-label={label} aria-rowcount={lines.length + 1}>
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
                return <DetailRow key={line.key} {...row} at={index} rowRef={virtualizer.measureElement} />
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

function useSetting(teams: readonly TeamView[], watched: TeamView | null): RowSetting {
  const participants = useParticipants()
  const event = useEvent()
  const start_ms = Date.parse(event?.event_start_time ?? '')
  const version = event?.game_version ?? 'poe1'
  const watched_id = watched?.id ?? null
  return useMemo(
    () => ({
      teams,
      watched_id,
      start_ms,
      nameOf: (user_id) => (user_id === undefined ? '' : (participants.get(user_id)?.display_name ?? '')),
      wikiOf: (page) => addressWiki(version, page),
    }),
    [teams, watched_id, start_ms, participants, version],
  )
}

/** Teams with how many of the shown items they have. */
function Head({ groups, teams }: { groups: readonly ItemGroup[]; teams: readonly TeamView[] }) {
  const rows = useMemo(() => groups.flatMap((group) => group.rows), [groups])
  const counts = useScores((scores) => {
    const known = rows.map((node) => ({ node, scores: readNode(scores, node) }))
    return teams.map((team) => known.filter((row) => readProgress(row.node, row.scores, team.id).finished).length)
  })
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
}

function Gap({ height, span }: { height: number; span: number }) {
  return (
    <tr aria-hidden="true">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
      <td colSpan={span} style={{ height, padding: 0, border: 0 }} />
    </tr>
  )
}
