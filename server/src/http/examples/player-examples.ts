import type { CallExamples } from './call-example.ts'
import { ada, adaHerself, adasAccounts, ben, benHimself, bensAccounts } from './people.ts'

const character = {
  id: 'c81f0a4be5d2',
  user_id: 12,
  event_id: 3,
  name: 'AdaShootsFirst',
  level: 91,
  main_skill: 'Lightning Arrow',
  ascendancy: 'Deadeye',
  ascendancy_points: 8,
  atlas_node_count: 64,
  pantheon: true,
}
/** The figures of builds are 0 while nothing calculates them. */
const stats = {
  timestamp: 1_768_654_800,
  xp: 1_934_009_687,
  dps: 0,
  ehp: 0,
  phys_max_hit: 0,
  ele_max_hit: 0,
  hp: 0,
  mana: 0,
  es: 0,
  armour: 0,
  evasion: 0,
  movement_speed: 0,
}
const signup = {
  user: adasAccounts,
  partner: bensAccounts,
  partner_id: 31,
  partner_account_name: 'BenBuilds#7310',
  team_id: null,
  team_lead: false,
  application_status: 'applied' as const,
  timestamp: '2026-01-04T19:22:41.000Z',
  expected_playtime: 12,
  actual_playtime: 0,
  needs_help: false,
  wants_to_help: true,
  extra: 'Away on Saturday morning',
  utc_offset_hours: 1,
  queue_place: null,
}

export const playerExamples: CallExamples<
  | 'getAllUsers'
  | 'getUser'
  | 'updateUser'
  | 'logoutEverywhere'
  | 'getPermissionChanges'
  | 'getUserById'
  | 'getPlayerRecord'
  | 'saveRecordSharing'
  | 'getKeptData'
  | 'exportOwnData'
  | 'deleteOwnAccount'
  | 'deletePerson'
  | 'getVisibility'
  | 'saveVisibility'
  | 'changePermissions'
  | 'oauthRedirect'
  | 'oauthCallback'
  | 'loginDiscordBot'
  | 'removeAuth'
  | 'getEventSignups'
  | 'getPersonalSignup'
  | 'createSignup'
  | 'reportPlaytime'
  | 'placeSignup'
  | 'restoreSignup'
  | 'deleteSignup'
  | 'getEventActivities'
  | 'getEventActivitiesForUser'
  | 'getCharactersForEvent'
  | 'getUserCharacters'
  | 'getCharacterHistory'
  | 'getPoBs'
  | 'getTeamAtlasesForEvent'
  | 'getAtlasProgression'
  | 'getLadder'
  | 'getStreams'
  | 'getFetchWindows'
  | 'getTracking'
  | 'getTeamRoom'
> = {
  getAllUsers: { reply: [adaHerself, benHimself] },
  getUser: { reply: adaHerself },
  updateUser: { body: { display_name: 'Ada' }, reply: adaHerself },
  logoutEverywhere: {},
  getPermissionChanges: {
    reply: [
      {
        id: 44,
        changed_at: '2026-01-12T20:01:55.000Z',
        user: ben,
        author: ada,
        permissions_before: [],
        permissions_after: ['submission_judge'],
      },
    ],
  },
  getUserById: { reply: ada },
  getPlayerRecord: {
    reply: {
      user: ada,
      sharing: { shown_to: 'everyone', shows_hours: true },
      is_whole: true,
      totals: { events: 1, wins: 0, podiums: 1, points: 46, firsts: 2, played_ms: 75_600_000 },
      events: [
        {
          event: {
            id: 4,
            name: 'Winter Muster (PL48113)',
            game_version: 'poe1',
            is_current: true,
            event_start_time: '2026-01-16T18:00:00.000Z',
            event_end_time: '2026-01-18T18:00:00.000Z',
          },
          team: {
            id: 7,
            name: 'Tidebreakers',
            abbreviation: 'TID',
            color: '#2f6fed',
            logo: null,
            rank: 2,
            teams: 4,
            members: 31,
            rank_inside: 5,
          },
          brought: { points: 46, firsts: 2 },
          played_ms: 75_600_000,
          characters: [
            { id: 'c81f0a4be5d2', name: 'AdaDetonates', level: 92, ascendancy: 'Occultist', main_skill: 'Detonate Dead' },
          ],
        },
      ],
      finds: [
        {
          event_id: 4,
          team_id: 7,
          objective_id: 118,
          name: 'Skin of the Loyal',
          category: 'Uniques',
          objective_type: 'ITEM',
          conditions: [{ id: 301, field: 'NAME', operator: 'EQ', value: 'Skin of the Loyal', any_of: null }],
          points: 15,
          rank: 1,
          found_at: 1_768_593_600,
        },
      ],
    },
  },
  saveRecordSharing: {
    body: { shown_to: 'everyone', shows_hours: false },
    reply: { shown_to: 'everyone', shows_hours: false },
  },
  getKeptData: {
    reply: {
      events: [{ id: 3, name: 'Winter Muster (PL12345)', raw_kept_until: '2026-04-18T20:00:00.000Z', final_since: null }],
      kinds: [
        { kind: 'profile', rows: 2 },
        { kind: 'accounts', rows: 3 },
        { kind: 'signups', rows: 1 },
        { kind: 'teams', rows: 4 },
        { kind: 'characters', rows: 212 },
        { kind: 'tabs', rows: 96 },
        { kind: 'guild_log', rows: 31 },
        { kind: 'play', rows: 118 },
        { kind: 'submissions', rows: 2 },
        { kind: 'scores', rows: 350 },
        { kind: 'fetching', rows: 6 },
        { kind: 'organising', rows: 0 },
      ],
    },
  },
  exportOwnData: {
    reply: {
      user_id: 12,
      exported_at: '2026-01-19T08:00:00.000Z',
      events: [],
      tables: { users: [{ id: 12, display_name: 'Ada', permissions: [], record_shown_to: 'everyone' }], signups: [] },
    },
  },
  getVisibility: { reply: { chat_name: 'team', play: 'everyone', stream: 'everyone' } },
  saveVisibility: {
    body: { chat_name: 'nobody', play: 'team', stream: 'everyone' },
    reply: { chat_name: 'nobody', play: 'team', stream: 'everyone' },
  },
  deleteOwnAccount: { body: { display_name: 'Ada' }, reply: { pseudonym: 'Former player 12' } },
  deletePerson: {
    body: { display_name: 'Ada', reason: 'Asked for it by mail on 4 January' },
    reply: { pseudonym: 'Former player 12' },
  },
  changePermissions: { body: ['submission_judge'], reply: benHimself },
  oauthRedirect: {
    reply:
      'https://www.pathofexile.com/oauth/authorize?client_id=muster&response_type=code&scope=account%3Aprofile+account%3Astashes&state=Zk3vQp0x&redirect_uri=https%3A%2F%2Fmuster.example.com%2Fauth%2Fpoe%2Fcallback&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256',
  },
  oauthCallback: {
    body: { redirect_url: 'https://muster.example.com/auth/poe/callback', code: 'b81c4ad09f', state: 'Zk3vQp0x' },
    reply: {
      last_path: '/signup',
      auth_token: 'HEADER.PAYLOAD.SIGNATURE',
      user: adaHerself,
    },
  },
  loginDiscordBot: { body: { token: 'the secret that bot and server share' }, reply: 'HEADER.PAYLOAD.SIGNATURE' },
  removeAuth: { reply: { ...adaHerself, twitch_id: null, twitch_name: null } },
  getEventSignups: { reply: [signup] },
  getPersonalSignup: { reply: signup },
  createSignup: {
    body: {
      expected_playtime: 12,
      needs_help: false,
      wants_to_help: true,
      partner_account_name: 'BenBuilds#7310',
      extra: 'Away on Saturday morning',
      utc_offset_hours: 1,
    },
    reply: signup,
  },
  reportPlaytime: {
    body: { actual_playtime: 26 },
    reply: { ...signup, team_id: 7, application_status: 'accepted', actual_playtime: 26 },
  },
  placeSignup: { body: { queue_place: 'front' }, reply: { ...signup, queue_place: 'front' } },
  restoreSignup: { reply: signup },
  deleteSignup: { reply: {} },
  getEventActivities: { reply: { '12': 48_600_000, '31': 9_000_000 } },
  getEventActivitiesForUser: { reply: 48_600_000 },
  getCharactersForEvent: { reply: [character] },
  getUserCharacters: { reply: [character] },
  getCharacterHistory: { reply: [{ ...stats, timestamp: 1_768_651_200, xp: 1_801_220_310 }, stats] },
  getPoBs: {
    reply: [
      {
        id: 509,
        timestamp: '2026-01-17T13:00:00.000Z',
        export_string: 'eNqtkE0KwjAQhfc9RcjeJlUXIm0X3sADSEymGkgmJZkKvb2JCLYqCO7m5733DVO3',
        level: 91,
        ascendancy: 'Deadeye',
        main_skill: 'Lightning Arrow',
      },
    ],
  },
  getTeamAtlasesForEvent: { reply: [{ event_id: 3, user_id: 12, index: -1, trees: { '0': [29045, 48213] } }] },
  getAtlasProgression: { reply: [{ index: 0, nodes: [29045, 48213], timestamp: 1_768_654_800 }] },
  getLadder: {
    reply: [
      {
        rank: 1,
        account_name: 'AdaPlays#1042',
        character_name: 'AdaShootsFirst',
        character_class: 'Deadeye',
        level: 91,
        experience: 1_934_009_687,
        delve: 212,
        user_id: 12,
        twitch_account: 'adaplays',
        last_active: 1_768_654_800,
        character,
        stats,
      },
      {
        rank: 2,
        account_name: 'Somebody#2233',
        character_name: 'NotInAnyTeam',
        character_class: 'Necromancer',
        level: 90,
        experience: 1_880_112_034,
        delve: 0,
        user_id: null,
        twitch_account: null,
        last_active: null,
        character: null,
        stats: null,
      },
    ],
  },
  getStreams: {
    reply: [
      {
        id: '41375541868',
        user_id: '44322889',
        user_login: 'adaplays',
        user_name: 'AdaPlays',
        backend_user_id: 12,
        game_id: '29307',
        game_name: 'Path of Exile',
        type: 'live',
        title: 'Winter Race, for the Falcons',
        viewer_count: 148,
        started_at: '2026-01-17T08:02:10.000Z',
        language: 'en',
        thumbnail_url: 'https://static-cdn.jtvnw.net/previews-ttv/live_user_adaplays-{width}x{height}.jpg',
        tag_ids: [],
        tags: ['English'],
        is_mature: false,
      },
    ],
  },
  getFetchWindows: {
    reply: [
      {
        source: 'public_tabs',
        subject: '',
        user_id: null,
        team_id: null,
        from: '2026-01-16T18:00:00.000Z',
        to: '2026-01-17T09:30:00.000Z',
        gaps: [
          {
            from: '2026-01-17T02:00:00.000Z',
            to: '2026-01-17T02:04:00.000Z',
            reason: 'limited',
            state: 'recovered',
            message: 'The game asked us to wait. Everything that the stream showed meanwhile was read afterwards.',
            advice: '',
          },
        ],
        older_gaps: 0,
      },
    ],
  },
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
            message: 'No public tab of this player has been seen in this league.',
            advice: 'Make the tabs public in the game.',
            seen_at: null,
          },
        ],
      },
    ],
  },
  getTeamRoom: {
    reply: {
      team_id: 7,
      members: [
        {
          user_id: 12,
          display_name: 'Ada',
          is_team_lead: true,
          character: { id: 'c81f0a4be5d2', name: 'AdaVentures', level: 92, ascendancy: 'Occultist', delve_depth: 212 },
          session: { since: '2026-01-17T13:20:00.000Z', level: 91, delve_depth: 198 },
          last_seen_at: '2026-01-17T15:24:00.000Z',
          character_read_at: '2026-01-17T15:24:36.000Z',
          tracking: 'fine',
          notes: [],
          stream: 'adaplays',
          chat_name: 'ada',
          hides_play: false,
        },
        {
          user_id: 31,
          display_name: 'Ben',
          is_team_lead: false,
          character: null,
          session: null,
          last_seen_at: null,
          character_read_at: null,
          tracking: 'broken',
          notes: [
            {
              source: 'connection',
              state: 'broken',
              finding: 'not_connected',
              message: 'No game account is connected, so nothing can be tracked for this player.',
              advice: 'Log in with Path of Exile.',
            },
          ],
          stream: null,
          chat_name: null,
          hides_play: false,
        },
      ],
      public_tabs_read_at: '2026-01-17T15:24:58.000Z',
      notes: [],
    },
  },
}
