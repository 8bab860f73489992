import { z } from 'zod'
import { DefinitionExample, DefinitionFile, definitionFormats } from '../definition-file.ts'
import { callsOf } from './calls-of.ts'
import { largestSequence, numberParam } from '../query.ts'

const { GET } = callsOf('objectives')

export const definitionFilesEndpoints = {
  getDefinitionExamples: GET('/definition-examples', {
    keys: null,
    access: ['admin', 'objective_designer'],
    reply: z.array(DefinitionExample),
    summary: 'The example definitions that come with Muster, as files',
  }),
  getDefinitionFile: GET('/events/{event_id}/definition', {
    keys: null,
    access: ['admin', 'objective_designer'],
    query: z.object({
      format: z.enum(definitionFormats).default('yaml'),
      /** `sequence` of a change; if absent, the current definition. */
      version: numberParam(largestSequence).optional(),
    }),
    reply: DefinitionFile,
    refusals: ['definition_not_found'],
    summary: 'The whole definition of an event as a file, now or after an earlier change',
  }),
} as const
