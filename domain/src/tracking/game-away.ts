import type { StatusPart } from '@muster/contract/status'

/** Nothing is wrong with this part but that the game does not respond. */
export const isGameAway = ({ behind }: Pick<StatusPart, 'behind'>): boolean =>
  behind.length > 0 && behind.every(({ reason }) => reason === 'away')
