import type { MatchCount, SuggestedField } from '@muster/contract/workbench'
import type { Trial } from '@muster/domain/conditions/try-objectives'
import { classOfCopiedLabel } from '@muster/domain/items/copied/class-labels'
import { listNames, type NameList } from '@muster/domain/items/name-list'
import { readItemSource } from '@muster/domain/objectives/item-source'
import type { Handlers } from '../../call.ts'
import { findDefinitionSequence, loadDefinition } from '../../db/definition.ts'
import { loadMatcherOptions } from '../../ingestion/rules/class-table.ts'
import { refuseField } from '../../refusal.ts'
import { listPaths, presentTrial } from '../../trials.ts'
import { changeAddedNames, listAddedNames, loadItemNames } from '../item-names/store.ts'
import { cutTabs, readBatches } from './batches.ts'
import { findItems } from './find-items.ts'
import { defineDraft, presentFields, presentProblems } from './present.ts'
import { readItem } from '../../read-item.ts'
import { countTexts, readSeenItems } from './seen-items.ts'
import { findLargestTeam, listStoredTabs } from './store.ts'
import { TooLong, useThread } from './thread.ts'
import type { ReviewAnswer, TryAnswer } from './work.ts'

/** Patterns are compiled for every objective, a few milliseconds each. */
const reviewPatience_ms = 20_000
const countPatience_ms = 8_000
const maxExamples = 5
const maxFeeds = 100
const maxSuggestions = 20

export const workbenchRoutes = {
  getDefinitionProblems: {
    // Edits are numbered; members of a team and the imported table change without a number.
    fresh_ms: 3_000,
    load: async ({ ctx, event }) => {
      const sequence = await findDefinitionSequence(ctx.db, event.id)
      const definition = await loadDefinition(ctx.db, event.id)
      const { classes } = await loadMatcherOptions(ctx, event.game_version)
      const largest_team = await findLargestTeam(ctx.db, event.id)
      const names = {
        game_version: event.game_version,
        classes: classes ?? new Map<string, string>(),
        listed: listNames(await loadItemNames(ctx, ctx.db, event.game_version)),
        largest_team,
      }
      try {
        return presentProblems(
          await useThread<'review', ReviewAnswer>({ kind: 'review', definition, names }, (ask) => ask(), reviewPatience_ms),
          sequence,
        )
      } catch (error) {
        if (!(error instanceof TooLong)) throw error
        throw refuseField('definition', 'is too large to be checked in time')
      }
    },
  },

  tryItem: async ({ ctx, event, body }) => {
    const read = readItem(body, await loadMatcherOptions(ctx, event.game_version))
    const { objectives: stored } = await loadDefinition(ctx.db, event.id)
    const draft = body.draft ? defineDraft(body.draft) : null
    const isEdited = draft !== null && stored.some(({ id }) => id === draft.id)
    const objectives = isEdited
      ? stored.map((one) => (one.id === draft.id ? draft : one))
      : [...(draft ? [draft] : []), ...stored]
    const known = {
      objectives: new Map(objectives.map((one) => [one.id, one])),
      paths: listPaths(stored),
    }
    const present = (trial: Trial) => ({ ...presentTrial(trial, known), is_draft: trial.objective_id === draft?.id })
    try {
      const { trials, fields } = await useThread<'try', TryAnswer>(
        { kind: 'try', item: read.item, objectives, options: read.options },
        (ask) => ask(),
      )
      const feeds = trials.filter(({ matches }) => matches)
      const others = trials.filter(({ matches }) => !matches)
      const own = draft && trials.find(({ objective_id }) => objective_id === draft.id)
      return {
        item: read.item,
        fields: presentFields(fields),
        doubts: read.doubts,
        unread: read.unread,
        draft: own ? present(own) : null,
        feeds: feeds.slice(0, maxFeeds).map(present),
        feeds_total: feeds.length,
        others: others.slice(body.offset, body.offset + body.limit).map(present),
        others_total: others.length,
      }
    } catch (error) {
      if (!(error instanceof TooLong)) throw error
      throw refuseField('item', 'is too large for the conditions of this event: testing it takes too long')
    }
  },

  countMatches: async ({ ctx, event, body }) => {
    const draft = defineDraft(body.draft)
    const source = readItemSource(draft.conditions, event.game_version)
    const known = (await loadDefinition(ctx.db, event.id)).objectives.find(({ id }) => id === draft.id) ?? null
    // A stored objective with another source would find nothing here, whatever its conditions.
    const saved = known && readItemSource(known.conditions, event.game_version) === source ? known : null
    const listed = await listStoredTabs(ctx.db, event.id)
    const { tabs, stored } = cutTabs(listed.filter(({ kind }) => (kind === 'stash') === (source === 'tabs')))
    const options = await loadMatcherOptions(ctx, event.game_version)
    const count: MatchCount = {
      stored,
      read: 0,
      draft_matches: 0,
      saved_matches: saved ? 0 : null,
      examples: [],
      is_complete: false,
    }
    try {
      await useThread<'count', void>(
        { kind: 'count', draft: { ...draft, objective_type: 'ITEM' }, saved, options },
        async (ask) => {
          for await (const batch of readBatches(ctx.db, event.id, tabs)) {
            const found = await ask(batch.packed)
            count.read += found.items
            count.draft_matches += found.draft
            if (count.saved_matches !== null) count.saved_matches += found.saved
            count.examples.push(...found.examples.slice(0, maxExamples - count.examples.length))
          }
        },
        countPatience_ms,
      )
    } catch (error) {
      if (!(error instanceof TooLong)) throw error
    }
    return { ...count, is_complete: count.read >= stored }
  },

  findStoredItems: ({ ctx, event, query }) => findItems(ctx, event, query.search),

  suggestNames: async ({ ctx, event, query }) => {
    const seen = countTexts(await readSeenItems(ctx, event), query.field)
    const { classes } = await loadMatcherOptions(ctx, event.game_version)
    const names = await loadItemNames(ctx, ctx.db, event.game_version)
    const listed = listedTexts(query.field, classes, listNames(names))
    const wanted = query.search.toLowerCase()
    return [...new Set([...seen.keys(), ...listed])]
      .filter((text) => text.toLowerCase().includes(wanted))
      .map((text) => ({ text, seen: seen.get(text) ?? 0, is_listed: listed.has(text) }))
      .sort(
        (a, b) =>
          Number(startsWith(b.text, wanted)) - Number(startsWith(a.text, wanted)) ||
          b.seen - a.seen ||
          (a.text < b.text ? -1 : 1),
      )
      .slice(0, maxSuggestions)
  },

  getItemNames: ({ ctx, query: { game_version } }) => loadItemNames(ctx, ctx.db, game_version),

  getAddedItemNames: ({ ctx, params: { game_version } }) => listAddedNames(ctx.db, game_version),

  changeAddedItemNames: ({ ctx, viewer, params: { game_version }, body }) =>
    changeAddedNames(ctx, game_version, viewer.user_id, body),
} satisfies Partial<Handlers>

const startsWith = (text: string, wanted: string) => text.toLowerCase().startsWith(wanted)

/** Texts that are known without an item. */
function listedTexts(
  field: SuggestedField,
  classes: ReadonlyMap<string, string> | undefined,
  names: NameList,
): ReadonlySet<string> {
  if (field === 'NAME') return names.uniques
  if (field === 'BASE_TYPE') return new Set([...(classes?.keys() ?? []), ...names.bases])
  if (field === 'ITEM_CLASS') return new Set([...(classes?.values() ?? []), ...classOfCopiedLabel.values()])
  return new Set()
}
