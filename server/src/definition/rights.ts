import type { DefinitionEdit } from '@muster/contract/definition'
import { endpoints } from '@muster/contract/endpoints'
import { isGranted } from '@muster/domain/access'
import { Refusal } from '../refusal.ts'
import { callerOf, type Viewer } from '../viewer.ts'

/** Edits that need other rights than a designer's; the same rights as for the equivalent calls. */
const needed = {
  save_event: { access: endpoints.createEvent.access, problem: 'only admins may change the settings of the event' },
  write_rules: { access: endpoints.writeEventRules.access, problem: 'only admins and managers may write the rules' },
} as const

/** @throws Refusal not_allowed, naming the first edit that the caller may not make */
export function refuseForeignEdits(viewer: Viewer, edits: readonly DefinitionEdit[]): void {
  for (const [index, { kind }] of edits.entries()) {
    if (kind !== 'save_event' && kind !== 'write_rules') continue
    const { access, problem } = needed[kind]
    if (!isGranted(access, callerOf(viewer))) throw new Refusal('not_allowed', undefined, [{ field: `edits.${index}`, problem }])
  }
}
