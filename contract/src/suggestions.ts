import { z } from 'zod'
import { optionalText } from './body.ts'
import { ObjectiveId } from './ids.ts'

/** A team lead's hint to the team: this objective next, with a text beside it. On the root: a message to the whole team. */
export const TeamSuggestion = z.object({ objective_id: ObjectiveId, extra: z.string() }).meta({ id: 'TeamSuggestion' })
export type TeamSuggestion = z.output<typeof TeamSuggestion>

/** The objective is named by the path; one in the body is ignored. */
export const TeamSuggestionCreate = z.object({ extra: optionalText() }).meta({ id: 'TeamSuggestionCreate' })

export const MessageBody = z.object({ message: z.string() }).meta({ id: 'MessageBody' })
