import { z } from 'zod'

export const jobTypes = [
  'FetchStashChanges',
  'EvaluateStashChanges',
  'FetchCharacterData',
  'FetchGuildStashes',
  'DetermineGuildStashAccess',
] as const
export const JobType = z.enum(jobTypes).meta({ id: 'JobType' })
export type JobType = z.output<typeof JobType>
