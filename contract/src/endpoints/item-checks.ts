import { ItemCoverage, ItemExample, ItemExampleCreate, ItemScanStart, ObjectiveItems } from '../item-checks.ts'
import { callsOf } from './calls-of.ts'

const designers = ['admin', 'objective_designer'] as const

const { GET, POST, DELETE } = callsOf('objectives')

export const itemChecksEndpoints = {
  getItemCoverage: GET('/events/{event_id}/item-coverage', {
    keys: null,
    access: designers,
    event: 'exists',
    reply: ItemCoverage,
    summary: 'The item objectives with what matched them in scans, and the state of the scans',
  }),
  startItemScan: POST('/events/{event_id}/item-scan', {
    access: designers,
    event: 'exists',
    body: ItemScanStart,
    needs_raw_data: true,
    summary:
      'Tests the items of the live public stash stream, or of all stored snapshots, on all item objectives, ignoring their dates; replaces a running scan',
  }),
  stopItemScan: DELETE('/events/{event_id}/item-scan', {
    access: designers,
    event: 'exists',
    summary: 'Stops the running scan; its results so far stay',
  }),
  getObjectiveItems: GET('/events/{event_id}/objectives/{objective_id}/items', {
    keys: null,
    access: designers,
    event: 'exists',
    reply: ObjectiveItems,
    refusals: ['objective_not_found'],
    summary: 'The items that scans found for an objective, and its saved items',
  }),
  saveItemExample: POST('/events/{event_id}/objectives/{objective_id}/item-examples', {
    access: designers,
    event: 'exists',
    body: ItemExampleCreate,
    reply: ItemExample,
    refusals: ['objective_not_found'],
    summary: 'Saves an item that an objective must match, or must not match; edits that break it need a confirmation',
  }),
  removeItemExample: DELETE('/events/{event_id}/item-examples/{example_id}', {
    access: designers,
    event: 'exists',
    refusals: ['example_not_found'],
    summary: 'Deletes a saved item',
  }),
} as const
