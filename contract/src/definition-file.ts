import { z } from 'zod'
import { GameVersion } from './events.ts'
import { ObjectiveId, ScoringPresetId } from './ids.ts'
import { ExampleName } from './example-names.ts'

export const definitionFormats = ['yaml', 'json'] as const

/** The definition of an event as a file, and the objects that its keys refer to. */
export const DefinitionFile = z
  .object({
    /** Number of the definition in the ledger; 0 before the first edit. */
    definition_version: z.int().nonnegative(),
    rules_version: z.int().nonnegative(),
    event_version: z.int().positive(),
    /** The file. Its format is described by docs/definition.schema.json. */
    text: z.string(),
    /** The objective at the root, which files do not name; null if the event has none. */
    root_id: ObjectiveId.nullable(),
    objective_ids: z.record(z.string(), ObjectiveId),
    scoring_preset_ids: z.record(z.string(), ScoringPresetId),
    /** By key of the objective, in the order of the file. */
    condition_ids: z.record(z.string(), z.array(z.int().positive())),
  })
  .meta({ id: 'DefinitionFile' })
export type DefinitionFile = z.output<typeof DefinitionFile>

/** An example that comes with Muster. Its file has no name and no start of an event: all dates count from the start. */
export const DefinitionExample = z
  .object({ name: ExampleName, game_version: GameVersion, text: z.string() })
  .meta({ id: 'DefinitionExample' })
export type DefinitionExample = z.output<typeof DefinitionExample>
