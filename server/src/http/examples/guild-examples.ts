import type { CallExamples } from './call-example.ts'

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
  last_fetch: '2026-01-17T14:02:00.000Z',
  user_ids: [12, 31],
  team_id: 7,
  item_count: 38,
  last_error: null,
}

export const guildExamples: CallExamples<
  | 'getGuildStashForUser'
  | 'updateAccess'
  | 'getGuildStashTab'
  | 'switchStashFetching'
  | 'updateStashTab'
  | 'getGuilds'
  | 'saveGuild'
  | 'deleteGuild'
  | 'getLogEntriesForGuild'
  | 'addGuildstashHistory'
  | 'getGuildLogRows'
  | 'getGuildLogSummary'
  | 'getLatestTimestampForUser'
> = {
  getGuildStashForUser: { reply: [tab] },
  updateAccess: {},
  getGuildStashTab: {
    reply: {
      id: '6a1f0c9b2e',
      name: 'Cards',
      type: 'PremiumStash',
      index: 2,
      metadata: { colour: '7c6f3a' },
      items: [
        {
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
        },
      ],
      children: [],
    },
  },
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
}
