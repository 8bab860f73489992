import { z } from 'zod'
import { EventId, TeamId } from './ids.ts'

export const Team = z
  .object({
    id: TeamId,
    event_id: EventId,
    name: z.string(),
    /** Empty when unset. */
    abbreviation: z.string(),
    /** `#rrggbb` as chosen by the organiser, empty when unset; pages adjust it for contrast. */
    color: z.string(),
    /** Ascendancy names. */
    allowed_classes: z.array(z.string()),
  })
  .meta({ id: 'Team' })
export type Team = z.output<typeof Team>
