import { z } from 'zod'

/** The example definitions that come with Muster, shortest event first. */
export const exampleNames = ['weekend', 'season', 'league', 'poe2'] as const
export const ExampleName = z.enum(exampleNames).meta({ id: 'ExampleName' })
export type ExampleName = z.output<typeof ExampleName>
