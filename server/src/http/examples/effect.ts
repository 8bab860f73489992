/** Effect of an edit on the standings: here it excludes a found fact. */
export const effect = {
  definition_version: 4711,
  ledger_sequence: 4890,
  teams: [
    { team_id: 7, points_now: 410, points_then: 380, rank_now: 1, rank_then: 2 },
    { team_id: 8, points_now: 395, points_then: 395, rank_now: 2, rank_then: 1 },
  ],
  objectives: [
    {
      objective_id: 118,
      key: null,
      name: 'Ten divine orbs',
      path: ['Currency'],
      teams: [{ team_id: 7, points_now: 30, points_then: 0 }],
    },
  ],
  history: [{ timestamp: '2026-01-17T02:00:00.000Z', teams: [{ team_id: 7, points_now: 30, points_then: 0 }] }],
  facts: { read: 0, added: 0, removed: 0 },
  removed: { objectives: 0, conditions: 0, facts: 0, submissions: 0, points: 0 },
  broken_examples: [],
  computed_ms: 212,
}
