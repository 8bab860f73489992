import '../../messages/team-room.ts'
import { useCallback, useState } from 'react'
import type { TeamView } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { placeLabels } from '../../ui/marks/axis.ts'
import { Crest, teamStyle } from '../../ui/marks/team-mark.tsx'

/** A figure and some space, in percent of the scale until it is measured, then in the size of the text. */
const closestBefore = 15
const closest_rem = 3.2

/** The smallest distance of two labels, in percent of the scale; it grows with the size of the text. */
function useClosest(): [(element: HTMLElement | null) => (() => void) | undefined, number] {
  const [closest, setClosest] = useState(closestBefore)
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    // Its height is in rem, so a change of the text's size is heard, too.
    const observer = new ResizeObserver(() => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      setClosest(Math.max(closestBefore, Math.ceil((100 * closest_rem * rem) / element.clientWidth)))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [measure, closest]
}

/** A team between its neighbours on a points scale, so that the gaps are visible. Empty if all are level. */
export function GapScale({ teams }: { teams: readonly { readonly team: TeamView; readonly points: number }[] }) {
  const [measure, closest] = useClosest()
  const [from = 0, to = 0] = [teams[0]?.points, teams.at(-1)?.points]
  if (to === from) return null
  const share = (points: number) => (100 * (points - from)) / (to - from)
  const places = placeLabels(
    teams.map(({ points }) => share(points)),
    closest,
  )
  const list = teams.map(({ team, points }) => t('room.scaleItem', { team: team.name, points: formatCount(points) })).join(', ')
  return (
    <div className="gap-scale" role="img" aria-label={t('room.scale', { list })}>
      <ol aria-hidden="true" ref={measure}>
        {teams.map(({ team, points }, index) => {
          const { side, at } = places[index] ?? { side: 'above', at: share(points) }
          const name = `team gap-${side} ${team.is_own ? 'gap-own' : ''}`
          return (
            <li key={team.id} className={name} style={teamStyle(team.look)}>
              <i style={{ left: `${share(points)}%` }} />
              <span style={{ left: `${at}%` }}>
                <b>{formatCount(points)}</b>
                <Crest look={team.look} />
                <small>{team.abbreviation}</small>
              </span>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
