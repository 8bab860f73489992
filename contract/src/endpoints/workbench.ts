import { z } from 'zod'
import { nameLength } from '../body.ts'
import { DefinitionProblems } from '../definition-problems.ts'
import { endpoint } from '../endpoint.ts'
import { DraftObjective, ItemTrial, MatchCount, NameSuggestion, StoredItems, SuggestedField, TriedItem } from '../workbench.ts'
import { byEvent } from './params.ts'

const designers = ['admin', 'objective_designer'] as const
const search = z.string().trim().max(nameLength)

export const workbenchEndpoints = {
  getDefinitionProblems: endpoint({
    method: 'GET',
    path: '/events/{event_id}/definition/problems',
    tag: 'objectives',
    access: designers,
    event: 'exists',
    status: 200,
    params: byEvent,
    reply: DefinitionProblems,
    refusals: ['rate_limited'],
    summary: 'What is wrong in the definition as a whole, or may be: what never matches, pays nothing or stands there twice',
  }),
  tryItem: endpoint({
    method: 'POST',
    path: '/events/{event_id}/workbench/item',
    tag: 'objectives',
    access: designers,
    event: 'exists',
    status: 200,
    params: byEvent,
    body: ItemTrial,
    reply: TriedItem,
    refusals: ['rate_limited'],
    summary:
      'Tries an item, as JSON or as the game copies it, on all objectives and a draft: what it completes, and why not the others',
  }),
  countMatches: endpoint({
    method: 'POST',
    path: '/events/{event_id}/workbench/matches',
    tag: 'objectives',
    access: designers,
    event: 'exists',
    status: 200,
    params: byEvent,
    body: z.object({ draft: DraftObjective }),
    reply: MatchCount,
    refusals: ['rate_limited'],
    needs_raw_data: true,
    summary: 'How many of the items that lie in tabs now a draft matches, and how many the saved objective does',
  }),
  findStoredItems: endpoint({
    method: 'GET',
    path: '/events/{event_id}/workbench/items',
    tag: 'objectives',
    access: designers,
    event: 'exists',
    status: 200,
    params: byEvent,
    query: z.object({ search: search.default('') }),
    reply: StoredItems,
    refusals: ['rate_limited'],
    summary: 'Items that lie in the tabs of the event now, by a part of their name: at most twenty kinds, each with its newest',
  }),
  suggestNames: endpoint({
    method: 'GET',
    path: '/events/{event_id}/workbench/names',
    tag: 'objectives',
    access: designers,
    event: 'exists',
    status: 200,
    params: byEvent,
    query: z.object({ field: SuggestedField, search: search.default('') }),
    required_query: ['field'],
    reply: z.array(NameSuggestion),
    refusals: ['rate_limited'],
    summary: 'Texts that a field of an item has in this event or in the imported table of base items, at most twenty',
  }),
} as const
