import { parentPort, workerData } from 'node:worker_threads'
import { itemFields } from '@muster/contract/conditions'
import type { GameItem } from '@muster/contract/game-api'
import { createMatcher } from '@muster/domain/conditions/matcher'
import { tryObjectives } from '@muster/domain/conditions/try-objectives'
import { createClassifier } from '@muster/domain/items/classes'
import { fields } from '@muster/domain/items/fields'
import { readItemLabel } from '@muster/domain/items/item-label'
import { readRecord } from '@muster/domain/items/normalise'
import { findDefinitionProblems } from '@muster/domain/objectives/findings/find-definition-problems'
import { type PackedSnapshot, unpackItems } from '../../ingestion/stash/stored-items.ts'
import type { CountAnswer, ListAnswer, TryAnswer, Work } from './work.ts'

// The thread of `thread.ts`: the slow work of the workbench, outside the event loop.

type WorkOf<K extends Work['kind']> = Extract<Work, { kind: K }>

const contextOf = ({ options }: WorkOf<'try' | 'list'>) => {
  const { game_version, classes } = options
  return { classOf: createClassifier({ game_version, ...(classes && { table: classes }) }).classOf }
}

function tryItem(work: WorkOf<'try'>): TryAnswer {
  const context = contextOf(work)
  return {
    trials: tryObjectives(work.item, work.objectives, context, null),
    fields: itemFields.map((field) => ({ field, value: fields[field].read(readRecord(work.item), context) })),
  }
}

const maxExamples = 5

function startCounting({ draft, saved, options }: WorkOf<'count'>): (tabs: readonly PackedSnapshot[]) => CountAnswer {
  // New ids: the draft of a stored objective has its id.
  const both = [{ ...draft, id: 1 }, ...(saved ? [{ ...saved, id: 2 }] : [])]
  const { matcher } = createMatcher(both, options)
  return (tabs) => {
    const counts = { items: 0, draft: 0, saved: 0 }
    const examples: { name: string; base_type: string }[] = []
    for (const packed of tabs) {
      const items = unpackItems(packed)
      counts.items += items.length
      for (const { item, objective_id } of matcher.match(items, null)) {
        if (objective_id === 2) counts.saved += 1
        else {
          counts.draft += 1
          const one = items[item]
          if (one && examples.length < maxExamples) examples.push(readItemLabel(one))
        }
      }
    }
    return { ...counts, examples }
  }
}

function startListing(work: WorkOf<'list'>): (tabs: readonly PackedSnapshot[]) => ListAnswer {
  const context = contextOf(work)
  const read = (item: GameItem, field: 'NAME' | 'TYPE_LINE' | 'BASE_TYPE' | 'ITEM_CLASS' | 'ICON_NAME') =>
    fields[field].read(item, context) as string
  return (tabs) =>
    tabs.map((packed) =>
      unpackItems(packed)
        .map(readRecord)
        .map((item) => ({
          name: read(item, 'NAME'),
          type_line: read(item, 'TYPE_LINE'),
          base_type: read(item, 'BASE_TYPE'),
          item_class: read(item, 'ITEM_CLASS'),
          icon_name: read(item, 'ICON_NAME'),
        })),
    )
}

const work = workerData as Work
const answer = (message: unknown) => parentPort?.postMessage({ answer: message })
const answerEach = (take: (tabs: readonly PackedSnapshot[]) => unknown) =>
  parentPort?.on('message', (tabs: readonly PackedSnapshot[]) => answer(take(tabs)))

parentPort?.postMessage('begins')
if (work.kind === 'try') answer(tryItem(work))
else if (work.kind === 'review') answer(findDefinitionProblems(work.definition, work.names))
else answerEach(work.kind === 'count' ? startCounting(work) : startListing(work))
