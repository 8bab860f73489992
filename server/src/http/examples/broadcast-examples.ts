import type { SomeExamples } from './call-example.ts'

// Calls for overlays of streams, and for their producer.

const broadcast = {
  key: 'q3Zc0mJ1T9e2Vb7XkD5sLw',
  least_delay_seconds: 60,
  pinned_objective_id: 118,
  pinned_at: '2026-01-17T12:00:00.000Z',
  pinned_user_id: null,
  hidden_objective_ids: [],
  hidden_team_ids: [],
  version: 3,
  loads: [{ kind: 'strip' as const, delay_seconds: 90, loaded_at: '2026-01-17T12:00:04.000Z' }],
}
const overlayState = {
  delay_seconds: 90,
  event: {
    id: 3,
    name: 'Winter Muster',
    starts_at: '2026-01-16T18:00:00.000Z',
    ends_at: '2026-01-18T18:00:00.000Z',
  },
  teams: [{ id: 7, name: 'Lanterns', abbreviation: 'LAN', color: '#f2c230', points: 3842, rank: 1 }],
  gains: [
    {
      scored_at: '2026-01-17T12:00:00.000Z',
      team_id: 7,
      objective_id: 118,
      objective: 'Headhunter',
      category: 'Uniques',
      points: 40,
      player: 'Ada',
    },
  ],
  card: {
    objective_id: 118,
    name: 'Headhunter',
    category: 'Uniques',
    closes_at: null,
    required_number: 1,
    is_pinned: true,
    teams: [{ team_id: 7, number: 1, points: 40, is_finished: true, rank: 1 }],
  },
  player: {
    user_id: 12,
    name: 'Ada',
    team_id: 7,
    is_pinned: false,
    points: 214,
    rank: 2,
    character: {
      name: 'AdaTheBold',
      ascendancy: 'Occultist',
      level: 97,
      main_skill: 'Cold Snap',
      dps: 4_210_000,
      ehp: 84_000,
      delve_depth: 312,
    },
  },
  categories: [{ name: 'Uniques', teams: [{ team_id: 7, points: 1205 }] }],
  next_opening: '2026-01-17T18:00:00.000Z',
}

export const broadcastExamples = {
  getOverlay: { reply: overlayState },
  overlayStream: { reply: overlayState },
  getEmbeddedStandings: { reply: { ...overlayState, delay_seconds: 0, player: null } },
  getOEmbed: {
    reply: {
      version: '1.0',
      type: 'rich',
      title: 'Winter Muster',
      provider_name: 'Muster',
      provider_url: 'https://muster.example.com',
      cache_age: 60,
      html: '<iframe src="https://muster.example.com/embed?event=3" width="640" height="400"></iframe>',
      width: 640,
      height: 400,
    },
  },
  getBroadcast: { reply: broadcast },
  saveBroadcast: {
    body: {
      least_delay_seconds: 60,
      pinned_objective_id: 118,
      pinned_user_id: null,
      hidden_objective_ids: [],
      hidden_team_ids: [],
    },
    reply: broadcast,
  },
  replaceOverlayKey: { reply: broadcast },
} satisfies SomeExamples
