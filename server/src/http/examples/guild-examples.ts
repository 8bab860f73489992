import type { SomeExamples } from './call-example.ts'

const guild = { id: 784_221, name: 'Falcon Company', tag: 'FALCN', team_id: 7 }
const tab = {
  id: '6a1f0c9b2e',
  name: 'Cards',
  type: 'PremiumStash',
  index: 2,
  color: '#7c6f3a',
  parent_id: null,
  folder_name: null,
  fetch_enabled: true,
  is_priority: false,
  last_fetch: '2026-01-17T14:02:00.000Z',
  user_ids: [12, 31],
  team_id: 7,
  item_count: 38,
  last_error: null,
}

const doctor = {
  name: '',
  type_line: 'The Doctor',
  base_type: 'The Doctor',
  icon: 'https://web.poecdn.com/image/Art/2DItems/Divination/InventoryIcon.png',
  frame_type: 6,
  stack_size: 2,
  w: 1,
  h: 1,
  x: 0,
  y: 3,
}
/** The same card in the game's format. */
const sentDoctor = {
  id: 'e07f5c',
  w: 1,
  h: 1,
  x: 0,
  y: 3,
  typeLine: 'The Doctor',
  baseType: 'The Doctor',
  frameType: 6,
  stackSize: 2,
  objectiveId: 118,
}
const deposit = {
  guild_id: 784_221,
  entry_id: '90017',
  timestamp: 1_768_615_140,
  account_name: 'AdaPlays#1042',
  user: { id: 12, display_name: 'Ada' },
  match: 'place' as const,
}

export const guildExamples = {
  getGuildStashForUser: { reply: [tab] },
  updateAccess: {},
  getGuildStashTab: {
    reply: {
      id: '6a1f0c9b2e',
      name: 'Cards',
      type: 'PremiumStash',
      index: 2,
      metadata: { colour: '7c6f3a' },
      items: [{ ...sentDoctor, objectives: [118, 131] }],
      children: [],
    },
  },
  getTeamStash: {
    reply: {
      team_id: 7,
      is_fetching: true,
      tabs: [
        {
          ...tab,
          fetching: {
            state: 'fetched',
            due_at: '2026-01-17T14:03:00.000Z',
            problem: null,
            message: 'The last fetch worked.',
            advice: '',
          },
          scoring_items: 1,
          objectives: [{ objective_id: 118, items: 1, number: 2, reported: 2, is_only_source: true, points: 10 }],
          points: 10,
        },
      ],
      members: [
        {
          user: { id: 12, display_name: 'Ada' },
          is_team_lead: true,
          tab_ids: ['6a1f0c9b2e'],
          checked_at: '2026-01-17T13:40:00.000Z',
          due_at: '2026-01-17T14:10:00.000Z',
          state: 'seen',
          message: 'The list was read.',
          advice: '',
        },
      ],
    },
  },
  searchTeamStash: {
    reply: {
      hits: [{ tab_id: '6a1f0c9b2e', key: 'e07f5c', place: 0, ...doctor, objectives: [118, 131], put_in: deposit }],
      total: 1,
      tabs: [{ tab_id: '6a1f0c9b2e', hits: 1 }],
      searched: { tabs: 12, items: 4_120 },
    },
  },
  getStashItem: {
    reply: {
      tab,
      key: 'e07f5c',
      place: 0,
      item: { ...sentDoctor, objectives: [118] },
      serves: [
        {
          objective_id: 118,
          name: 'The Doctor',
          path: ['Cards'],
          number: 2,
          required_number: 1,
          closes_at: null,
          score: {
            points: 10,
            rank: 1,
            number: 2,
            finished: true,
            timestamp: 1_768_615_140,
            user: { id: 12, display_name: 'Ada' },
          },
          still_possible: 0,
          reported: 2,
          is_only_source: true,
        },
      ],
      serves_total: 1,
      others: [
        {
          objective_id: 119,
          name: 'A full set of The Doctor',
          path: ['Cards'],
          matches: false,
          number: 2,
          obstacles: ['after_window'],
          holding: 1,
          failing: 0,
          conditions: [
            {
              field: 'BASE_TYPE',
              operator: 'EQ',
              value: 'The Doctor',
              any_of: null,
              seen: 'The Doctor',
              holds: true,
              refused: null,
            },
          ],
        },
      ],
      others_total: 1,
      log: {
        put_in: deposit,
        lines: [
          {
            id: '90017',
            guild_id: 784_221,
            timestamp: 1_768_615_140,
            account_name: 'AdaPlays#1042',
            stash_name: 'Cards',
            item_name: 'The Doctor',
            number: 2,
            action: 'added',
            x: 0,
            y: 3,
            match: 'place',
          },
        ],
        has_more: false,
      },
    },
  },
  setStashPriority: { body: { is_priority: true }, reply: { ...tab, is_priority: true } },
  switchStashFetching: { reply: { ...tab, fetch_enabled: false } },
  updateStashTab: {},
  getGuilds: { reply: [guild] },
  saveGuild: { body: { id: 784_221, name: 'Falcon Company', tag: 'FALCN' }, reply: guild },
  deleteGuild: {},
  getLogEntriesForGuild: {
    reply: [
      {
        id: '90017',
        timestamp: 1_768_615_140,
        account_name: 'AdaPlays#1042',
        stash_name: 'Cards',
        item_name: 'Divine Orb',
        number: 12,
        action: 'added',
      },
    ],
  },
  addGuildstashHistory: {
    body: {
      entries: [
        {
          id: '90017',
          time: 1_768_615_140,
          league: 'Winter Race',
          stash: 'Cards',
          item: '12× Divine Orb',
          action: 'added',
          account: { name: 'AdaPlays#1042' },
          x: 4,
          y: 0,
        },
      ],
      truncated: false,
    },
    reply: {
      number_of_added_entries: 1,
      number_of_known_entries: 0,
      number_of_foreign_entries: 0,
      number_of_unreadable_entries: 0,
    },
  },
  getGuildLogRows: {
    reply: {
      rows: [
        {
          kind: 'line',
          line: {
            id: '90021',
            timestamp: 1_768_615_320,
            account_name: 'AdaPlays#1042',
            stash_name: 'Uniques',
            item_name: 'Tabula Rasa Simple Robe',
            number: 1,
            action: 'added',
            x: 2,
            y: 0,
            change: 1,
            tab: { before: 0, after: 1, is_exact: false },
            guild: { before: 0, after: 1, is_exact: false },
            moved_with: null,
            credits: [{ objective_id: 118, team_id: 7, names: true, points: 10 }],
          },
        },
        { kind: 'gap', from: 1_768_601_000, to: 1_768_604_300 },
      ],
      next: '90017',
    },
  },
  getGuildLogSummary: {
    reply: {
      lines: 1204,
      movements: 31,
      players: [
        {
          account_name: 'AdaPlays#1042',
          lines: 88,
          added: 412,
          removed: 96,
          moved: 40,
          unknown: 2,
          top_items: [{ item_name: 'Chaos Orb', added: 240, removed: 60 }],
        },
      ],
      players_left_out: 0,
      accounts: { names: [{ name: 'AdaPlays#1042', lines: 88 }], left_out: 0 },
      tabs: {
        names: [
          { name: 'Uniques', lines: 61 },
          { name: null, lines: 4 },
        ],
        left_out: 0,
      },
      items: { names: [{ name: 'Chaos Orb', lines: 120 }], left_out: 312 },
    },
  },
  getLatestTimestampForUser: {
    reply: {
      earliest: 1_768_594_020,
      latest: 1_768_615_140,
      league_start: 1_768_593_600,
      league_end: 1_768_766_400,
      gaps: [{ from: 1_768_601_000, to: 1_768_604_300 }],
    },
  },
} satisfies SomeExamples
