import type { StatusPart } from '@muster/contract/status'

/** The only problem of this part is that the game does not respond. */
export const isGameAway = ({ behind }: Pick<StatusPart, 'behind'>): boolean =>
  behind.length > 0 && behind.every(({ reason }) => reason === 'away')
