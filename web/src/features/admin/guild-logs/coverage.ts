import type { GuildLogExtent } from '@muster/contract/guilds'

/** A part of the strip: its start and end, as fractions of the whole. */
export interface Stretch {
  readonly kind: 'here' | 'gap' | 'later'
  readonly from: number
  readonly to: number
}

/** The event so far as stretches: covered, missing, or newer than the uploads. Times in unix seconds. */
export function readStretches({ latest, league_start, league_end, gaps }: GuildLogExtent, now: number): Stretch[] {
  const until = Math.min(Math.max(now, latest ?? 0, league_start + 1), league_end)
  const share = (at: number) => Math.min(1, Math.max(0, (at - league_start) / (until - league_start)))
  const newest = latest === null ? league_start : Math.min(latest, until)
  const stretches: Stretch[] = []
  let at = league_start
  const add = (kind: Stretch['kind'], to: number) => {
    if (to > at) stretches.push({ kind, from: share(at), to: share(to) })
    at = Math.max(at, to)
  }
  for (const gap of gaps) {
    add('here', Math.min(gap.from, newest))
    add('gap', gap.to)
  }
  add('here', newest)
  add('later', until)
  return stretches
}
