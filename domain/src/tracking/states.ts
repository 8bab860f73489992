import type { TrackingState } from '@muster/contract/tracking'

/** Whether points may be missed until a person acts; the other states need no action. */
export const needsAction: Readonly<Record<TrackingState, boolean>> = {
  fine: false,
  waiting: false,
  attention: true,
  broken: true,
}
