import type { DefinitionEdit } from '@muster/contract/definition'
import type { UserId } from '@muster/contract/ids'
import { findRules, insertRules } from '../features/event-rules/store.ts'
import { Refusal } from '../refusal.ts'
import type { Draft } from './draft.ts'

type WriteRules = Extract<DefinitionEdit, { kind: 'write_rules' }>

export interface Author {
  /** null: written from the command line. */
  readonly author_id: UserId | null
  /** Time on the event clock. */
  readonly now: number
}

/**
 * Publishes a new version of an event's rules.
 * @throws Refusal rules_changed
 */
export async function writeRules(
  { tx, event_id }: Draft,
  { text, base_version }: WriteRules,
  { author_id, now }: Author,
): Promise<string | null> {
  const before = await findRules(tx, event_id)
  if (before === null || before.version !== base_version) throw new Refusal('rules_changed')
  if (before.text === text) return null
  const written_at = new Date(now)
  if (!(await insertRules(tx, { event_id, version: base_version + 1, text, written_at, author_id })))
    throw new Refusal('rules_changed')
  return 'the rules were rewritten'
}
