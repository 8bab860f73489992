import type { SomeExamples } from './call-example.ts'

const ownReading = {
  wanted_at: null,
  asked_at: '2026-01-17T13:00:00.000Z',
  has_failed: false,
  possible_at: '2026-01-17T13:01:30.000Z',
  is_connected: true,
  is_running: true,
}

export const trackingExamples = {
  getTracking: {
    reply: [
      {
        user_id: 12,
        team_id: 7,
        display_name: 'Ada',
        notes: [
          {
            source: 'public_tabs',
            state: 'attention',
            finding: 'no_public_tab',
            message: 'No public stash tab was seen in the event’s league, so items cannot be found.',
            advice: 'Make a premium tab public and put something into it.',
            seen_at: null,
          },
        ],
      },
    ],
  },
  getOwnReading: { reply: ownReading },
  wantOwnReading: { reply: { ...ownReading, wanted_at: '2026-01-17T13:02:10.000Z', possible_at: null } },
} satisfies SomeExamples
