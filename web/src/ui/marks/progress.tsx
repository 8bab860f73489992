import './marks.css'

/** Up to here every part is drawn as a part: people look at the hole. */
const mostCells = 24

interface ProgressProps {
  done: number
  of: number
  /** Says whose progress on what, for those who cannot see the marks. */
  label: string
  /** The newest cell is marked. */
  isFresh?: boolean
  isNeutral?: boolean
}

/** The length of what is filled is that of a picture: one element instead of two, and there are thousands. */
const fillBar = (share: number) => ({ backgroundSize: `${100 * share}% 100%` })

/** A tally of up to 24 cells, above that a bar. Anything beyond the goal counts as the goal. */
export function Progress({ done, of, label, isFresh = false, isNeutral = false }: ProgressProps) {
  const goal = Math.max(1, of)
  const reached = Math.min(goal, Math.max(0, done))
  const described = { role: 'img', 'aria-label': label }
  if (goal > mostCells) {
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

/** A share of something as a thin bar; the number stands beside it. */
export function Share({ share, isNeutral = false }: { share: number; isNeutral?: boolean }) {
  return (
    <div className={isNeutral ? 'bar bar-neutral' : 'bar'} style={fillBar(Math.min(1, Math.max(0, share)))} aria-hidden="true" />
  )
}
