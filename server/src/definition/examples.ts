import { readFileSync } from 'node:fs'
import type { DefinitionExample } from '@muster/contract/definition-file'
import { DefinitionEdits } from '@muster/contract/definition'
import { type ExampleName, exampleNames } from '@muster/contract/example-names'
import type { EventId } from '@muster/contract/ids'
import { planImport } from '@muster/domain/definition-file/plan'
import { readDefinition } from '@muster/domain/definition-file/read'
import type { Tx } from '../db/connect.ts'
import { exportDefinition } from '../features/definition-files/store.ts'
import { findEvent } from '../features/events/store.ts'
import { refuseField } from '../refusal.ts'
import { applyEdits } from './apply-edits.ts'
import { loadDraft } from './draft.ts'
import type { Author } from './write-rules.ts'

function readExample(name: ExampleName): DefinitionExample {
  const text = readFileSync(new URL(`./examples/${name}.yaml`, import.meta.url), 'utf8')
  const read = readDefinition(text)
  if (!read.ok || read.document.event?.game_version === undefined) throw new Error(`the example ${name} cannot be read`)
  return { name, game_version: read.document.event.game_version, text }
}

let examples: readonly DefinitionExample[] | null = null

/** The examples that come with Muster, read once. */
export function listExamples(): readonly DefinitionExample[] {
  examples ??= exampleNames.map(readExample)
  return examples
}

/**
 * Fills an empty event with an example: presets, objectives and rules, whose dates count from the start of the event.
 * @throws Refusal invalid_request if the example is for another game
 */
export async function applyExample(tx: Tx, event_id: EventId, name: ExampleName, author: Author): Promise<void> {
  const example = listExamples().find((one) => one.name === name)
  const event = await findEvent(tx, event_id)
  const current = event && (await exportDefinition(tx, event, { format: 'yaml', version: null }))
  if (!example || !current) throw new Error(`event ${event_id} or the example ${name} disappeared`)
  if (example.game_version !== event.game_version) throw refuseField('example', `is for ${example.game_version}`)
  const plan = planImport(current, example.text, { event: false, rules: true })
  if (!plan.ok) throw new Error(`the example ${name} does not fit an empty event: ${JSON.stringify(plan.problems[0])}`)
  // Parsed like the body of `editDefinition`, so that both accept the same.
  const { edits } = DefinitionEdits.parse({ edits: plan.edits })
  await applyEdits(await loadDraft(tx, event_id), edits, author)
}
