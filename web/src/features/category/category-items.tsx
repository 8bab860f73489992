import '../../messages/category.ts'
import { useEffect, useMemo, useRef } from 'react'
import { type TeamView, useScores } from '../../api/scores/event.ts'
import { type ObjectiveNode, scoresOf } from '../../api/scores/score-tree.ts'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Empty } from '../../ui/layout/states.tsx'
import type { PartProps } from './page-parts.ts'
import { ItemTable } from './item-table.tsx'
import { listGroups } from './lines.ts'
import { readProgress } from './measure.ts'
import { useNodeScores } from './node-scores.ts'

/** The items of the selected set, or of all shown sets. */
export function CategoryItems(props: PartProps & { selected: ObjectiveNode | null }) {
  const { branches, teams, watched, filters, text, onSearch, places, selected } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const selected_id = selected?.item.id ?? null
  useReveal(heading, selected_id)
  const missing_id = filters.missingOnly ? (watched?.id ?? null) : null
  const all = useMemo(() => listGroups(branches, selected_id, text), [branches, selected_id, text])
  const lacked = useLacked(all, missing_id)
  const groups = useMemo(() => {
    const shown = new Set(places.map(({ id }) => id))
    return all
      .filter(({ set }) => set === null || set.item.id === selected_id || shown.has(set.item.id))
      .map(({ set, rows }) => ({ set, rows: lacked === null ? rows : rows.filter(({ item }) => lacked.includes(item.id)) }))
      .filter(({ rows }) => rows.length > 0)
  }, [all, places, selected_id, lacked])
  const title = selected ? selected.item.name : t('category.items')
  return (
    <section className="category-part" aria-labelledby="items">
      <div className="block-head">
        <h2 className={selected ? 'block-title game' : 'block-title'} id="items" ref={heading} tabIndex={-1}>
          <bdi>{title}</bdi>
        </h2>
        {selected && <SetSummary set={selected} watched={watched} />}
        {selected && (
          <div className="block-note">
            <Button size="small" onClick={() => onSearch({ set: undefined })}>
              {t('set.all')}
            </Button>
          </div>
        )}
      </div>
      {groups.length === 0 ? (
        <Empty title={t('category.noneTitle')} text={t('category.noneText')}>
          <Button onClick={() => onSearch({ q: undefined, missing: undefined })}>{t('category.clear')}</Button>
        </Empty>
      ) : (
        <ItemTable label={title} groups={groups} teams={teams} watched={watched} />
      )}
    </section>
  )
}

/** The progress of the watched team in the selected set. */
function SetSummary({ set, watched }: { set: ObjectiveNode; watched: TeamView | null }) {
  const scores = useNodeScores(set)
  if (!watched) return null
  const { done, of } = readProgress(set, scores, watched.id)
  return <p className="quiet small">{t('card.progress', { team: watched.name, done: formatCount(done), of: formatCount(of) })}</p>
}

/** Ids of the rows that a team lacks; null without that filter. */
function useLacked(groups: ReturnType<typeof listGroups>, team_id: number | null): readonly number[] | null {
  return useScores((scores) => {
    if (team_id === null) return null
    const lacks = (node: ObjectiveNode) => {
      const known = [scoresOf(scores, node.item.id), ...node.children.map(({ item }) => scoresOf(scores, item.id))]
      return !readProgress(node, known, team_id).finished
    }
    return groups.flatMap(({ rows }) => rows.filter(lacks).map(({ item }) => item.id))
  })
}

/**
 * Selecting a set scrolls to its items: an effect, because the table exists only after the selection. A set in the initial
 * address does not scroll.
 */
function useReveal(heading: React.RefObject<HTMLHeadingElement | null>, selected_id: number | null): void {
  const before = useRef(selected_id)
  useEffect(() => {
    const wasSelected = selected_id !== null && before.current !== selected_id
    before.current = selected_id
    if (!wasSelected) return
    heading.current?.scrollIntoView({ block: 'start' })
    heading.current?.focus({ preventScroll: true })
  }, [heading, selected_id])
}
