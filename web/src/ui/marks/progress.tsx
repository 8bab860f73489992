import './marks.css'

/** Up to this number each part is a cell, so that missing parts are visible. */
const maxCells = 24

interface ProgressProps {
  done: number
  of: number
  /** The accessible name: whose progress on which objective. */
  label: string
  /** The newest cell is marked. */
  isFresh?: boolean
  isNeutral?: boolean
}

/** The filled length is a background image: one element instead of two, and there are thousands. */
const fillBar = (share: number) => ({ backgroundSize: `${100 * share}% 100%` })

/** Up to 24 cells, or a bar for more. Progress beyond the goal counts as the goal. */
export function Progress({ done, of, label, isFresh = false, isNeutral = false }: ProgressProps) {
  const goal = Math.max(1, of)
  const reached = Math.min(goal, Math.max(0, done))
  const described = { role: 'img', 'aria-label': label }
  if (goal > maxCells) {
    return <div className={isNeutral ? 'bar bar-neutral' : 'bar'} style={fillBar(reached / goal)} {...described} />
  }
  const cells = Array.from({ length: goal }, (_, index) => {
    if (index >= reached) return ''
    return isFresh && index === Math.ceil(reached) - 1 ? 'tally-new' : 'tally-on'
  })
  return (
    <div className="tally" {...described}>
      {cells.map((name, index) => (
        <i key={index} className={name} />
      ))}
    </div>
  )
}

/** A percentage as a thin bar; the number is beside it. */
export function Share({ share, isNeutral = false }: { share: number; isNeutral?: boolean }) {
  return (
    <div className={isNeutral ? 'bar bar-neutral' : 'bar'} style={fillBar(Math.min(1, Math.max(0, share)))} aria-hidden="true" />
  )
}
