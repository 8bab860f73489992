import { inject } from 'vitest'
import type { EndpointName } from '@muster/contract/endpoints'
import { exampleParameters, examples } from '@muster/server/http/examples/examples'
import { eventBody, type Scene } from './scene.ts'

// Valid requests in a scene: the examples of the API document, with the example's event replaced by the scene.

const bodies = examples as Partial<Record<EndpointName, { readonly body?: unknown }>>

/** The scene's "now" corresponds to this moment of the example event, a day after its start. */
const exampleNow_ms = Date.parse('2026-01-17T20:00:00.000Z')

/** Objects of the scene that replace the ids in the examples. */
const listIds = (scene: Scene): Readonly<Record<number, number>> => ({
  3: scene.event_id,
  7: scene.team_id,
  8: scene.rival_team_id,
  12: scene.people.owner.id,
  21: scene.preset_id,
  31: scene.people.user.id,
  100: scene.root_id,
  118: scene.objective_id,
  119: scene.bounty_id,
  131: scene.bounty_id,
  784_221: scene.guild_id,
})

const isId = (key: string) => /(^|_)ids?$|^apart$/.test(key)

/** Replaces ids according to their key, and shifts times. Edits lose their version, so that they always overwrite. */
function move(value: unknown, key: string, scene: Scene): unknown {
  if (Array.isArray(value)) return value.map((one) => move(one, key, scene))
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).filter(([name]) => name !== 'base_version' && name !== 'definition_version')
    return Object.fromEntries(fields.map(([name, inner]) => [name, move(inner, name, scene)]))
  }
  if (typeof value === 'number' && isId(key)) return listIds(scene)[value] ?? value
  const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)
  return isTime ? new Date(Date.parse(value) - exampleNow_ms + scene.now).toISOString() : value
}

type Body = Readonly<Record<string, unknown>>

/** Fields for which the example has no usable value. */
const ownFields: Partial<Record<EndpointName, (scene: Scene) => Body>> = {
  createEvent: eventBody,
  duplicateEvent: eventBody,
  writeEventRules: () => ({ base_version: 0 }),
  // The scene has one preset.
  createObjective: () => ({ further_preset_ids: [] }),
  saveSignupQuestions: () => ({ base_version: 0 }),
  moveStream: ({ now }) => ({ at: new Date(now - 60_000).toISOString() }),
  arrangeTeamPlan: () => ({ version: 1 }),
  saveTeamSortDraft: () => ({ version: 0 }),
  submitTeamSort: () => ({ fingerprint: null }),
  saveAnnouncement: ({ now }) => ({ ends_at: new Date(now + 3_600_000).toISOString() }),
  createSignup: () => ({ partner_account_name: null, stated_account_name: null }),
  // Only players without a connected account may state one.
  stateGameAccount: () => ({ name: null }),
  loginDiscordBot: ({ bot_secret }) => ({ token: bot_secret }),
  // A name may be used only once.
  updateUser: ({ people }) => ({ display_name: `Frau Unverzagt ${people.user.id}` }),
  deleteOwnAccount: ({ people }) => ({ display_name: people.user.display_name }),
  openInvitation: ({ invitation_secret }) => ({ secret: invitation_secret }),
  deletePerson: ({ people }) => ({ display_name: people.owner.display_name }),
}

export const hasBody = (name: EndpointName): boolean => bodies[name]?.body !== undefined

export function fillBody(name: EndpointName, scene: Scene): unknown {
  const body = move(bodies[name]?.body, '', scene)
  return ownFields[name] ? { ...(body as Body), ...ownFields[name](scene) } : body
}

/** The address that the server of the suite gives to people. */
const publicUrl = () =>
  inject('api')
    .base_url.replace(/\/api$/, '')
    .replace('127.0.0.1', 'localhost')

/** Path parameters that differ for one call. */
const ownParameters: Partial<Record<EndpointName, (scene: Scene) => Readonly<Record<string, string | number>>>> = {
  getOverlay: ({ overlay_key }) => ({ key: overlay_key }),
  getOEmbed: ({ event_id }) => ({ url: `${publicUrl()}/scores?event=${event_id}` }),
  overlayStream: ({ overlay_key }) => ({ key: overlay_key }),
  getEventArchive: ({ past_event_id }) => ({ event_id: past_event_id }),
  takeSuggestion: ({ bounty_id }) => ({ objective_id: bounty_id }),
  leaveSuggestion: ({ bounty_id }) => ({ objective_id: bounty_id }),
  deleteScoringPreset: ({ preset_id }) => ({ id: preset_id }),
  challengeSubmission: ({ approved_id }) => ({ submission_id: approved_id }),
  appealSubmission: ({ rejected_id }) => ({ submission_id: rejected_id }),
  decideManualPoints: ({ waiting_points_id }) => ({ correction_id: waiting_points_id }),
  deleteCondition: ({ condition_id }) => ({ id: condition_id }),
  placeSignup: ({ people }) => ({ user_id: people.user.id }),
  restoreSignup: ({ removed_id }) => ({ user_id: removed_id }),
  reviewGameAccount: ({ stater_id }) => ({ user_id: stater_id }),
}

/** Queries that need more than the required parameters, or that find nothing with the example's text. */
export const ownQueries: Partial<Record<EndpointName, Readonly<Record<string, string>>>> = {
  removeAuth: { provider: 'twitch' },
  searchTeamStash: { q: 'orb' },
  findStoredItems: { search: 'orb' },
  suggestNames: { search: 'orb' },
}

/** The value of a path parameter. */
export function findValue(name: EndpointName, parameter: string, scene: Scene): string | number {
  const named: Readonly<Record<string, unknown>> = {
    ...scene,
    eventId: scene.event_id,
    guildId: scene.guild_id,
    hash: scene.logo_hash,
    key: scene.calendar_key,
    id: scene.objective_id,
    user_id: scene.people.owner.id,
    item_id: 'place-0',
    ...ownParameters[name]?.(scene),
  }
  const value = named[parameter] ?? exampleParameters[parameter]
  if (typeof value !== 'string' && typeof value !== 'number') throw new Error(`${name}: no example for ${parameter}`)
  return value
}
