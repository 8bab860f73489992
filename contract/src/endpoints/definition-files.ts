import { z } from 'zod'
import { DefinitionFile, definitionFormats } from '../definition-file.ts'
import { endpoint } from '../endpoint.ts'
import { largestSequence, numberParam } from '../query.ts'
import { byEvent } from './params.ts'

export const definitionFilesEndpoints = {
  getDefinitionFile: endpoint({
    method: 'GET',
    path: '/events/{event_id}/definition',
    tag: 'objectives',
    access: ['admin', 'objective_designer'],
    event: 'visible',
    status: 200,
    params: byEvent,
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
