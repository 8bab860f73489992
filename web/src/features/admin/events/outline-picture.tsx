import '../../../messages/admin-templates.ts'
import './templates.css'
import type { CategoryOutline, DefinitionOutline } from '@muster/domain/definition-file/outline'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { splitDuration } from '../../../lib/time/time.ts'
import { maxLanes, placeWindows } from './window-lanes.ts'

/** Rows drawn; the last line counts the others. */
const maxRows = 14
/** Upper bound for the values shown of a preset. */
const maxValues = 4

const maxFields = 25
const laneHeight_rem = 0.625

/** A drawing of a definition: its categories with objectives and points, boards as grids, and opening times on a timeline. */
export function OutlinePicture({ outline }: { outline: DefinitionOutline }) {
  const { categories, objectives, points, length_ms } = outline
  const widest = Math.max(1, ...categories.map((category) => category.points))
  const shown = categories.slice(0, maxRows)
  return (
    <figure className="outline" aria-label={t('templates.picture')}>
      <figcaption className="num">
        <b>{t('templates.objectives', { count: objectives })}</b>
        {points > 0 && <span>{t('templates.upTo', { points: formatCount(points) })}</span>}
        {length_ms !== null && length_ms > 0 && <span>{nameLength(length_ms)}</span>}
      </figcaption>
      {objectives === 0 && <p className="quieter">{t('templates.noObjectives')}</p>}
      <ul className="outline-rows">
        {shown.map((category) => (
          <CategoryRow key={category.key} category={category} share={category.points / widest} />
        ))}
      </ul>
      {categories.length > shown.length && (
        <p className="quieter">{t('templates.moreRows', { count: categories.length - shown.length })}</p>
      )}
      <Timeline categories={categories} length_ms={length_ms ?? 0} />
    </figure>
  )
}

function nameLength(length_ms: number): string {
  const { days, hours } = splitDuration(length_ms)
  return hours === 0 ? t('templates.days', { count: days }) : t('templates.hours', { count: days * 24 + hours })
}

/** A board is drawn nearly square. */
const columnsOf = (fields: number) => Math.min(5, Math.ceil(Math.sqrt(fields)))

const writePays = (pays: readonly number[]) =>
  `${pays.slice(0, maxValues).map(formatCount).join(' / ')}${pays.length > maxValues ? ' …' : ''}`

function CategoryRow({ category, share }: { category: CategoryOutline; share: number }) {
  const { name, objectives, points, pays, boards } = category
  return (
    <li>
      <div className="outline-name">
        <b>
          <bdi>{name}</bdi>
        </b>
        {pays.length > 0 && <small className="num">{t('templates.pays', { points: writePays(pays) })}</small>}
      </div>
      <div className="outline-bar" aria-hidden="true">
        <i style={{ width: `${share * 100}%` }} />
      </div>
      <div className="outline-figures num">
        <span>{t('templates.objectives', { count: objectives })}</span>
        {points > 0 && <b>{t('templates.points', { points: formatCount(points) })}</b>}
      </div>
      {boards.map((board) => (
        <div key={board.key} className="outline-board">
          <span
            className="outline-fields"
            aria-hidden="true"
            style={{ gridTemplateColumns: `repeat(${columnsOf(board.fields.length)}, 0.55rem)` }}
          >
            {board.fields.slice(0, maxFields).map((field) => (
              <i key={field} />
            ))}
          </span>
          <small>{t('templates.board', { name: board.name, count: board.fields.length })}</small>
        </div>
      ))}
    </li>
  )
}

/** The opening times of objectives that have their own, from the start of the event to its end. */
function Timeline({ categories, length_ms }: { categories: readonly CategoryOutline[]; length_ms: number }) {
  const timed = categories.filter(({ windows }) => windows.length > 0)
  const windows = timed.flatMap((category) => category.windows)
  const placed = placeWindows(windows, length_ms)
  if (placed.length === 0) return null
  const lanes = Math.min(maxLanes, 1 + Math.max(...placed.map(({ lane }) => lane)))
  return (
    <div className="outline-time">
      <p>{t('templates.timed', { count: windows.length, names: timed.map(({ name }) => name).join(', ') })}</p>
      <div className="outline-lanes" aria-hidden="true" style={{ height: `${lanes * laneHeight_rem}rem` }}>
        {placed.map(({ key, left, width, lane }) => (
          <i key={key} style={{ left: `${left}%`, width: `${width}%`, top: `${lane * laneHeight_rem}rem` }} />
        ))}
      </div>
      <div className="outline-ends" aria-hidden="true">
        <span>{t('templates.start')}</span>
        <span>{t('templates.end')}</span>
      </div>
    </div>
  )
}
