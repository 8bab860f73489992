import { z } from 'zod'
import { nameLength } from '../body.ts'
import { DefinitionProblems } from '../definition-problems.ts'
import { GameVersion } from '../events.ts'
import { AddedItemName, ItemNamesChange, NameSection } from '../item-names.ts'
import { callsOf } from './calls-of.ts'
import { DraftObjective, ItemTrial, MatchCount, NameSuggestion, StoredItems, SuggestedField, TriedItem } from '../workbench.ts'

const designers = ['admin', 'objective_designer'] as const
const search = z.string().trim().max(nameLength)

const { GET, PUT, POST } = callsOf('objectives')

export const workbenchEndpoints = {
  getDefinitionProblems: GET('/events/{event_id}/definition/problems', {
    keys: null,
    access: designers,
    event: 'exists',
    reply: DefinitionProblems,
    refusals: ['rate_limited'],
    summary: 'Errors and likely mistakes in the whole definition: objectives that never match, pay nothing or occur twice',
  }),
  tryItem: POST('/events/{event_id}/workbench/item', {
    access: designers,
    event: 'exists',
    body: ItemTrial,
    reply: TriedItem,
    refusals: ['rate_limited'],
    summary:
      'Tries an item, as JSON or copied from the game, on all objectives and a draft: the ones it completes, and why not the others',
  }),
  countMatches: POST('/events/{event_id}/workbench/matches', {
    access: designers,
    event: 'exists',
    body: z.object({ draft: DraftObjective }),
    reply: MatchCount,
    refusals: ['rate_limited'],
    needs_raw_data: true,
    summary: 'The number of items in tabs that a draft matches, and that the saved objective matches',
  }),
  findStoredItems: GET('/events/{event_id}/workbench/items', {
    keys: null,
    access: designers,
    event: 'exists',
    query: z.object({ search: search.default('') }),
    reply: StoredItems,
    refusals: ['rate_limited'],
    summary: "Items in the event's tabs by a part of their name: at most twenty kinds, each with its newest item",
  }),
  suggestNames: GET('/events/{event_id}/workbench/names', {
    keys: null,
    access: designers,
    event: 'exists',
    query: z.object({ field: SuggestedField, search: search.default('') }),
    required_query: ['field'],
    reply: z.array(NameSuggestion),
    refusals: ['rate_limited'],
    summary: 'At most twenty texts of an item field, from this event or the known names of items',
  }),
  getItemNames: GET('/item-names', {
    keys: null,
    access: designers,
    query: z.object({ game_version: GameVersion }),
    required_query: ['game_version'],
    reply: z.array(NameSection),
    summary: 'The known names of items of a game, by kind: the list of Muster, imported names, and names seen on public items',
  }),
  getAddedItemNames: GET('/item-names/{game_version}/added', {
    keys: null,
    access: designers,
    reply: z.array(AddedItemName),
    summary: 'The names of items that organisers added to the known ones, newest first',
  }),
  changeAddedItemNames: PUT('/item-names/{game_version}/added', {
    access: designers,
    body: ItemNamesChange,
    reply: z.array(AddedItemName),
    summary: 'Adds names of items to the known ones, and removes added ones; returns all added names',
  }),
} as const
