/**
 * The header by which an organiser sees the site with the rights of another viewer: `visitor`, or `team-7` for a player of team 7.
 * It only ever lowers rights, and only reads are answered.
 */
export const viewAsHeader = 'x-muster-view-as'

export type ViewAs = 'visitor' | { readonly team_id: number }

/** @returns undefined for any other text */
export function parseViewAs(text: string): ViewAs | undefined {
  const team = /^team-([1-9]\d{0,9})$/.exec(text)?.[1]
  return text === 'visitor' ? text : team === undefined ? undefined : { team_id: Number(team) }
}
