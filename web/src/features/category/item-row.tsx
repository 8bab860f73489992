import '../../messages/category.ts'
import { memo, type ReactNode, type Ref } from 'react'
import { ItemPicture } from '../../api/items/item-picture.tsx'
import type { TeamView } from '../../api/scores/event.ts'
import type { ObjectiveNode } from '../../api/scores/score-tree.ts'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { describePays } from '../../lib/text/preset-points.ts'
import { Defer } from '../../ui/deferred/defer.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { TeamMark } from '../../ui/marks/team-mark.tsx'
import { describeScore, describeShares, ItemCell } from './item-cell.tsx'
import { type NodeScores, readProgress } from './measure.ts'
import type { RowSetting } from './row-setting.ts'

interface RowProps {
  node: ObjectiveNode
  scores: NodeScores
  setting: RowSetting
  index: number
}

const shareOfFrame = 1 / 4

/** One item, with a cell for each team. Pressing its name opens its details. */
export const ItemRow = memo(function ItemRow(props: RowProps & { isOpen: boolean; onToggle: (id: number) => void }) {
  const { node, scores, setting, index, isOpen, onToggle } = props
  const { item } = node
  const picture = setting.pictureOf(item.id)
  return (
    <tr aria-rowindex={index} className="item-row">
      <th scope="row">
        <button type="button" className="item-name" aria-expanded={isOpen} onClick={() => onToggle(item.id)}>
          <Icon name={isOpen ? 'down' : 'right'} size={12} />
          {picture && (
            <span className="item-box">
              <ItemPicture {...picture} />
            </span>
          )}
          <span className="item-words">
            <bdi className="game">{item.name}</bdi>
            <small>
              <bdi>{[item.base_type, item.note].filter(Boolean).join(', ')}</bdi>
            </small>
          </span>
        </button>
      </th>
      {setting.isAtOnce ? (
        <Cells node={node} scores={scores} setting={setting} />
      ) : (
        <Defer when="near" share={shareOfFrame} placeholder={(ref) => <EmptyCell span={setting.teams.length} ref={ref} />}>
          <Cells node={node} scores={scores} setting={setting} />
        </Defer>
      )}
    </tr>
  )
})

/** A variant of the item above it. */
export const PartRow = memo(function PartRow({ node, scores, setting, index }: RowProps) {
  const { name, note } = node.item
  return (
    <tr aria-rowindex={index} className="item-part">
      <th scope="row">
        <bdi>{note || name}</bdi>
      </th>
      <Cells node={node} scores={scores} setting={setting} />
    </tr>
  )
})

function Cells({ node, scores, setting }: Omit<RowProps, 'index'>) {
  return (
    <InSight setting={setting}>
      {(team, index) => <ItemCell key={team.id} index={index} node={node} team={team} scores={scores} setting={setting} />}
    </InSight>
  )
}

/** A spacer for this many cells. */
const EmptyCell = ({ span, ref }: { span: number; ref?: Ref<HTMLTableCellElement> }) => (
  <td colSpan={span} style={{ gridColumn: `span ${span}` }} aria-hidden="true" ref={ref} />
)

/** Cells for teams in view; one empty cell each for the teams before and after. */
function InSight({ setting, children }: { setting: RowSetting; children: (team: TeamView, index: number) => ReactNode }) {
  const { teams, first, end } = setting
  return (
    <>
      {first > 0 && <EmptyCell span={first} />}
      {teams.slice(first, end).map((team, place) => children(team, first + place + 2))}
      {end < teams.length && <EmptyCell span={teams.length - end} />}
    </>
  )
}

/** The heading of a set in the table, with the number of items of each team. */
export const GroupRow = memo(function GroupRow({ node, scores, setting, index }: RowProps) {
  return (
    <tr aria-rowindex={index} className="item-group">
      <th scope="rowgroup">
        <bdi className="game">{node.item.name}</bdi>
      </th>
      <InSight setting={setting}>
        {(team, at) => {
          const { done, of } = readProgress(node, scores, team.id)
          return (
            <td key={team.id} aria-colindex={at} className={team.is_own ? 'item-cell own-column num' : 'item-cell num'}>
              {`${formatCount(done)}/${formatCount(of)}`}
            </td>
          )
        }}
      </InSight>
    </tr>
  )
})

/** The details of an item in words: its points, its finders with times, and links. */
export const DetailRow = memo(function DetailRow(
  props: Omit<RowProps, 'index'> & { rowRef: Ref<HTMLTableRowElement>; at: number },
) {
  const { node, scores, setting, rowRef, at } = props
  const { item } = node
  const { teams, nameOf, start_ms, wikiOf, wearersOf, proofOf, isUnconfirmed } = setting
  const known = teams.flatMap((team) => {
    const score = scores[0]?.get(team.id)
    const words = score && describeScore(score, { nameOf, start_ms }, isUnconfirmed(item.id, team.id))
    return words ? [{ team, words: words + describeShares(score, item) }] : []
  })
  return (
    <tr className="item-detail" ref={rowRef} data-index={at}>
      <td colSpan={teams.length + 1}>
        <div>
          {wearersOf(item.id) && <p>{wearersOf(item.id)}</p>}
          {item.preset && <p>{t('item.pays', { points: describePays(item) })}</p>}
          {proofOf(item.id) && <p>{proofOf(item.id)}</p>}
          {item.wiki_page !== null && (
            <a className="link" href={wikiOf(item.wiki_page)} target="_blank" rel="noreferrer">
              {t('item.wiki', { name: item.wiki_page })}
              <Icon name="outside" size={12} />
            </a>
          )}
          {known.length === 0 && node.children.length === 0 && <p className="quieter">{t('item.nobody')}</p>}
          <ul>
            {known.map(({ team, words }) => (
              <li key={team.id}>
                <TeamMark team={team} isShort size="small" />
                <bdi className="quiet">{words}</bdi>
              </li>
            ))}
          </ul>
        </div>
      </td>
    </tr>
  )
})
