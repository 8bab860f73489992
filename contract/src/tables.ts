import { z } from 'zod'

/** Tables of an event as files. */
export const tableNames = [
  'standings.csv',
  'scores.csv',
  'history.csv',
  'objectives.csv',
  'teams.csv',
  'players.csv',
  'ladder.csv',
  'streams.csv',
] as const
export const TableName = z.enum(tableNames).meta({ id: 'TableName' })
export type TableName = z.output<typeof TableName>
