/** Two made-up seasons in the form of the existing system's answers, one in each of its vocabularies. */

const node = {
  parent_id: 1,
  extra: '',
  required_number: 1,
  hide_progress: false,
  valid_from: null as string | null,
  valid_to: null as string | null,
  conditions: [] as unknown[],
  children: [] as unknown[],
}

const early = {
  ...node,
  objective_type: 'ITEM',
  aggregation: 'EARLIEST',
  number_field: 'STACK_SIZE',
  scoring_preset: null,
  scoring_preset_id: null as number | null,
}
const earlyCategory = { ...early, objective_type: 'CATEGORY', aggregation: 'NONE', number_field: 'FINISHED_OBJECTIVES' }
const earlyPreset = { description: '', point_cap: 0, type: 'OBJECTIVE' }
const nameIs = (id: number, value: string) => ({ id, field: 'NAME', operator: 'EQ', value })

/** October 2025: one preset for each objective, conditions as a list of their own, a bingo of three. */
export const specificationSeason = {
  event: {
    id: 7,
    name: 'Harvest Cup (PL7)',
    game_version: 'poe1',
    patch: null,
    is_current: true,
    is_public: false,
    is_locked: true,
    max_size: 120,
    waitlist_size: 20,
    application_start_time: '2025-10-01T12:00:00+02:00',
    application_end_time: '2025-10-20T12:00:00+02:00',
    event_start_time: '2025-10-24T20:00:00+02:00',
    event_end_time: '2025-10-27T18:00:00.000000Z',
    teams: [{ id: 1, event_id: 7, name: 'Sickles', abbreviation: 'SIC', allowed_classes: ['Witch'], color: '#aa5500' }],
  },
  scoring_presets: [
    { ...earlyPreset, id: 11, name: 'Race', scoring_method: 'RANKED_TIME', points: [10, 6, 3] },
    { ...earlyPreset, id: 12, name: 'Set', scoring_method: 'BONUS_PER_COMPLETION', points: [2, 4], type: 'CATEGORY' },
    { ...earlyPreset, id: 13, name: 'Depth', scoring_method: 'POINTS_FROM_VALUE', points: [0.5], point_cap: 100 },
    { ...earlyPreset, id: 14, name: 'Three', scoring_method: 'BINGO_3', points: [50, 20], type: 'CATEGORY' },
  ],
  objectives: {
    ...earlyCategory,
    id: 1,
    name: 'root',
    parent_id: null,
    objective_type: '',
    aggregation: '',
    number_field: '',
    children: [
      {
        ...earlyCategory,
        id: 2,
        name: 'Uniques',
        scoring_preset_id: 12,
        children: [
          { ...early, id: 3, name: 'Goldrim', scoring_preset_id: 11, hide_progress: true },
          { ...early, id: 4, name: ' goldrim', scoring_preset_id: 11, aggregation: 'EARLIEST_FRESH_ITEM' },
        ],
      },
      {
        ...early,
        id: 5,
        name: 'Delve',
        objective_type: 'TEAM',
        aggregation: 'MAXIMUM',
        number_field: 'DELVE_DEPTH_PAST_100',
        scoring_preset_id: 13,
        valid_from: '2025-10-25T20:00:00+02:00',
        // The specification's system has no off switch: the end of the event comes first.
        valid_to: '2025-10-28T00:00:00Z',
      },
    ],
  },
  conditions: [
    { ...nameIs(31, 'Goldrim'), objective_id: 3 },
    { ...nameIs(41, 'Goldrim'), objective_id: 4 },
    { id: 42, objective_id: 4, field: 'BASE_TYPE', operator: 'IN', value: 'Leather Cap, Wool Shoes,Sash' },
  ],
}

const late = {
  ...node,
  objective_type: 'ITEM',
  counting_method: 'FIRST_COMPLETION',
  tracked_value: 'STACK_SIZE',
  scoring_rules: [] as unknown[],
}
const lateCategory = {
  ...late,
  objective_type: 'CATEGORY',
  counting_method: 'CHILD_RESULT',
  tracked_value: 'COMPLETED_CHILD_OBJECTIVE_COUNT',
}
const rule = (id: number, name: string, scoring_rule: string, points: number[], extra = {}) => ({
  id,
  name,
  description: `${name} of the season`,
  scoring_rule,
  points,
  point_cap: 0,
  extra,
})
const medals = rule(21, 'Medals', 'RANK_BY_COMPLETION_TIME', [10_000, 100, 1])
const present = rule(22, 'Present', 'FIXED_POINTS_ON_COMPLETION', [5])
const decay = rule(23, 'Decay', 'POINTS_BY_VALUE', [8, 4, 2])
const bingo = rule(24, 'Two lines', 'BINGO_BOARD_RANKING', [300, 100], { required_bingo_count: '2' })
const part = rule(25, 'Three of five', 'RANK_BY_CHILD_COMPLETION_TIME', [70, 30], {
  required_completed_children: '5',
  required_completed_children_percent: '60',
})
const perChild = rule(26, 'Each', 'BONUS_PER_CHILD_COMPLETION', [3])
const sum = rule(27, 'Sum', 'RANK_BY_CHILD_VALUE_SUM', [40, 20])
const hunt = (id: number, name: string, more = {}) => ({ ...late, id, name, conditions: [nameIs(0, name)], ...more })

/** April 2026: several rules, medals, a board of 5 x 5, decay, percent of children, an objective that is switched off. */
export const latestSeason = {
  event: {
    id: 9,
    name: 'Mirage Season (PL9)',
    game_version: 'poe1',
    patch: '3.28',
    is_current: false,
    is_public: true,
    is_locked: false,
    is_main_event: true,
    uses_medals: true,
    max_size: 200,
    waitlist_size: 50,
    application_start_time: '2026-03-20T18:00:00Z',
    application_end_time: '2026-04-10T18:00:00Z',
    event_start_time: '2026-04-17T18:00:00Z',
    event_end_time: '2026-04-27T18:00:00Z',
    teams: [],
  },
  scoring_rules: [medals, present, decay, bingo, part, perChild, sum],
  objectives: {
    ...lateCategory,
    id: 1,
    name: 'root',
    parent_id: null,
    children: [
      hunt(2, 'Mageblood', { scoring_rules: [medals, present] }),
      hunt(3, 'Chaos Orb', {
        conditions: [{ field: 'BASE_TYPE', operator: 'EQ', value: 'Chaos Orb' }],
        counting_method: 'HIGHEST_VALUE',
        required_number: 200,
        scoring_rules: [decay],
      }),
      {
        ...lateCategory,
        id: 4,
        name: 'Board',
        scoring_rules: [bingo],
        children: Array.from({ length: 25 }, (_, at) =>
          hunt(100 + at, `Cell ${at + 1}`, { extra: `${at % 5},${Math.floor(at / 5)}` }),
        ),
      },
      {
        ...lateCategory,
        id: 5,
        name: 'Five bosses',
        scoring_rules: [part, perChild],
        children: Array.from({ length: 5 }, (_, at) => ({
          ...late,
          id: 200 + at,
          name: `Boss ${at + 1}`,
          objective_type: 'SUBMISSION',
          tracked_value: 'SUBMITTED_VALUE',
          tracked_value_explanation: 'number of kills',
        })),
      },
      {
        ...lateCategory,
        id: 6,
        name: 'Builds',
        scoring_rules: [sum],
        children: [
          { ...late, id: 61, name: 'Life', objective_type: 'TEAM', tracked_value: 'HP', counting_method: 'HIGHEST_VALUE' },
          {
            ...late,
            id: 62,
            name: 'Stones',
            objective_type: 'TEAM',
            tracked_value: 'VOID_STONE_COUNT',
            counting_method: 'LATEST_VALUE',
          },
        ],
      },
      { ...late, id: 7, name: 'Fuel', objective_type: 'STASH_TAB', tracked_value: 'FOSSIL_FUEL' },
      hunt(8, 'Dropped', { valid_to: '2026-05-30T00:00:00Z' }),
      hunt(9, 'Odd', { conditions: [{ field: 'SHINE', operator: 'EQ', value: 'much' }], scoring_rules: [present] }),
    ],
  },
}

const asValues = (answers: Readonly<Record<string, unknown>>) =>
  Object.entries(answers).map(([name, value]) => ({
    source: `${name}.json`,
    value: JSON.parse(JSON.stringify(value)) as unknown,
  }))
export const seasonValues = {
  specification: () => asValues(specificationSeason),
  latest: () => asValues(latestSeason),
}
