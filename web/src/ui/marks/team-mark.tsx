import './marks.css'
import type { CSSProperties } from 'react'
import { charges, shieldPath } from '../../lib/teams/charges.ts'
import type { TeamLook } from '../../lib/teams/team-looks.ts'

/** Gives an element its team's colours; use together with the class `team`. */
export function teamStyle({ colours }: TeamLook): CSSProperties {
  const properties: Record<`--${string}`, string> = {
    '--team-dark': colours.dark,
    '--team-light': colours.light,
    '--team-light-ink': colours.light_ink,
  }
  return properties
}

const heights = { small: 15, normal: 21, large: 33 }

/** Only the shield. Without a name beside it, `label` names the team. */
export function Crest({ look, size = 'normal', label }: { look: TeamLook; size?: keyof typeof heights; label?: string }) {
  const height = heights[size]
  const described = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <svg
      className="crest team"
      style={teamStyle(look)}
      viewBox="0 0 24 28"
      width={`${(height * 24) / 28 / 16}rem`}
      height={`${height / 16}rem`}
      {...described}
    >
      {look.outlined ? (
        <>
          <path d={shieldPath} fill="none" stroke="currentColor" strokeWidth="2" />
          <path d={charges[look.charge]} fill="currentColor" />
        </>
      ) : (
        <>
          <path d={shieldPath} fill="currentColor" />
          <path className="crest-charge" d={charges[look.charge]} fill="currentColor" />
        </>
      )}
    </svg>
  )
}

interface TeamMarkProps {
  team: { readonly name: string; readonly abbreviation: string; readonly look: TeamLook }
  /** In tight spaces the abbreviation is shown and the name is read out. */
  isShort?: boolean
  /** Label beside the viewer's own team. */
  ownLabel?: string | undefined
  size?: keyof typeof heights
}

/** A team is a crest and a name, never a colour alone. */
export function TeamMark({ team, isShort = false, ownLabel, size = 'normal' }: TeamMarkProps) {
  return (
    <span className="team-mark">
      <Crest look={team.look} size={size} />
      {isShort ? (
        <abbr className="clip" title={team.name} style={{ textDecoration: 'none' }}>
          {team.abbreviation}
        </abbr>
      ) : (
        <bdi className="clip">{team.name}</bdi>
      )}
      {ownLabel && <span className="team-own">{ownLabel}</span>}
    </span>
  )
}
