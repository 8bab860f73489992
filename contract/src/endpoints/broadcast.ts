import { z } from 'zod'
import { OEmbed, OEmbedQuery } from '../oembed.ts'
import { Broadcast, BroadcastWrite, maxDelay_seconds, OverlayKind, overlayKeyLength, OverlayState } from '../broadcast.ts'
import { countParam } from '../query.ts'
import { callsOf } from './calls-of.ts'

const { GET, PUT, POST } = callsOf('broadcast')

/** The settings in the address of an overlay that its state depends on. */
const OverlayQuery = z.object({
  key: z
    .string()
    .min(1)
    .max(2 * overlayKeyLength),
  delay: countParam(maxDelay_seconds).default(0),
  /** The kind of overlay, recorded for the producer's page; absent for the preview. */
  overlay: OverlayKind.optional(),
})

export const broadcastEndpoints = {
  getOverlay: GET('/events/{event_id}/overlay', {
    keys: null,
    access: 'public',
    query: OverlayQuery,
    required_query: ['key'],
    reply: OverlayState,
    refusals: ['overlay_not_found'],
    summary: 'The event as every visitor could see it some seconds ago, for overlays of streams',
  }),
  overlayStream: GET('/events/{event_id}/overlay/stream', {
    keys: null,
    access: 'public',
    answer_type: 'text/event-stream',
    query: OverlayQuery,
    required_query: ['key'],
    reply: OverlayState,
    refusals: ['overlay_not_found'],
    summary:
      'The same state as server-sent events: at once, then after each change; the event gone says that the address has ended',
  }),
  getEmbeddedStandings: GET('/events/{event_id}/embed', {
    keys: 'public',
    access: 'public',
    reply: OverlayState,
    summary: 'The event as every visitor sees it now, for standings within other sites',
  }),
  getOEmbed: GET('/oembed', {
    keys: 'public',
    access: 'public',
    query: OEmbedQuery,
    required_query: ['url'],
    reply: OEmbed,
    refusals: ['event_not_found', 'format_refused'],
    summary: 'How to show an address of the board within another page (oembed.com, version 1.0)',
  }),
  getBroadcast: GET('/events/{event_id}/broadcast', {
    keys: null,
    access: ['admin', 'manager'],
    reply: Broadcast,
    summary: "The producer's choices, the key of the overlays, and when each overlay was last shown",
  }),
  saveBroadcast: PUT('/events/{event_id}/broadcast', {
    access: ['admin', 'manager'],
    body: BroadcastWrite,
    reply: Broadcast,
    refusals: ['overlay_not_found', 'objective_not_found', 'team_not_found', 'user_not_found', 'changed_meanwhile'],
    summary: 'Sets the minimum delay, the pinned objective and player, and the objectives and teams that overlays leave out',
  }),
  replaceOverlayKey: POST('/events/{event_id}/broadcast/key', {
    access: ['admin', 'manager'],
    reply: Broadcast,
    summary: 'Creates the key of the overlays, or replaces it: overlays with an older address stop working',
  }),
} as const
