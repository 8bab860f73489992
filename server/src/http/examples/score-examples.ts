import type { SomeExamples } from './call-example.ts'
import { onePixel } from './event-examples.ts'
import { ada, ben } from './people.ts'
import { effect } from './effect.ts'

const done = { rank: 1, number: 12, finished: true, timestamp: 1_768_615_200 }
const score = {
  ...done,
  points: 35,
  user_id: 12,
  by_rule: [
    { ...done, scoring_preset_id: 21, points: 30 },
    { ...done, scoring_preset_id: 22, points: 5, rank: 0 },
  ],
}
const diff = {
  objective_id: 118,
  team_id: 7,
  diff_type: 'Changed' as const,
  field_diff: ['Points' as const, 'Rank' as const, 'Number' as const, 'Finished' as const],
  score,
  sequence: 4711,
}
const otherScore = { points: 0, rank: 2, number: 4, finished: false, timestamp: 1_768_611_600 }

/** A build that wears the item of the example of `reportItem`. */
const exampleCode = [
  'eNpdjsEKwjAQRO9-xbI_EHpU0oDtqaCN1IPnmK52IWmhuxX8e7E9CJ5mGN4MYy9BB_-oFk49j09nVweJXpRK3BcIMQWRNmQq8cYa',
  'B4Qgkca-_uU-xiUpi6JxtlHKsglwX2KBrgsz6_sAre_Ox9OuHsIk4Oe7NV_K2WuaFMZ1qqKkCKyUm7Vr3AaJs-bv6gc6AT5Z',
].join('')

const submission = {
  id: 81,
  objective_id: 131,
  team_id: 7,
  user_id: 12,
  timestamp: '2026-01-17T11:40:00.000Z',
  number: 1,
  proof: 'https://example.com/clip/81',
  comment: '',
  item_name: null,
  counts_as: null,
  same_item_as: null,
  suspicions: [],
  recheck: null,
  recheck_at: null,
  is_appealed: false,
  submitted_at: '2026-01-17T11:43:20.000Z',
  approval_status: 'PENDING' as const,
  review_comment: null,
  reviewer_id: null,
  reviewed_at: null,
  version: 1,
}
const reviewed = {
  ...submission,
  approval_status: 'APPROVED' as const,
  counts_as: 'confirmed' as const,
  review_comment: 'Well done',
  reviewer_id: 31,
  reviewed_at: '2026-01-17T11:50:02.000Z',
  version: 2,
}

const claim = {
  submission_id: 81,
  judge: { id: 31, display_name: 'Corla' },
  claimed_at: '2026-01-17T11:49:00.000Z',
  expires_at: '2026-01-17T11:52:00.000Z',
}

export const scoreExamples = {
  getLatestScoresForEvent: {
    reply: [
      { objective_id: 118, team_id: 7, diff_type: 'Unchanged', score, sequence: 4711 },
      { objective_id: 118, team_id: 8, diff_type: 'Unchanged', score: otherScore, sequence: 4698 },
    ],
  },
  getScoreChanges: {
    reply: [
      {
        sequence: 4711,
        changed_at: 1_768_615_203,
        objective_id: 118,
        team_id: 7,
        diff_type: 'Changed',
        points_before: 0,
        score,
      },
    ],
  },
  getScoreHistory: {
    reply: {
      from: 1_768_593_600,
      to: 1_768_658_400,
      teams: [
        {
          team_id: 7,
          steps: [
            [1_768_593_600, 0],
            [1_768_615_203, 30],
          ],
        },
        { team_id: 8, steps: [[1_768_593_600, 0]] },
      ],
    },
  },
  scoreWebSocket: { reply: [diff] },
  scoreStream: { reply: [diff] },
  getEventTable: { reply: 'rank,team_id,team,points\r\n1,7,Lanterns,1240\r\n2,8,Tidebound,1185\r\n' },
  simpleScoreWebSocket: { reply: { '7': 1240, '8': 1185 } },
  getReceipt: {
    reply: {
      objective_id: 118,
      team_id: 7,
      ledger_sequence: 90_412,
      points: 30,
      own_points: 30,
      adjustment: null,
      rank: 1,
      number: 12,
      required_number: 10,
      finished: true,
      timestamp: 1_768_615_200,
      user: ada,
      scoring_method: 'RANKED_TIME',
      sentence: 'First of all teams to finish, for 30 points.',
      facts: [
        {
          sequence: 90_398,
          source: 'stash',
          trust: 'tracked',
          submission_id: null,
          tab: 'Currency',
          character: null,
          number: 12,
          timestamp: 1_768_615_200,
          user: ada,
          verdict: 'counts',
          reason: 'counts',
          ruling: null,
          proof: null,
          approver: null,
          withdrawal: null,
        },
        {
          sequence: 90_411,
          source: 'correction',
          trust: 'confirmed',
          submission_id: null,
          tab: null,
          character: null,
          number: 10,
          timestamp: 1_768_615_800,
          user: ada,
          verdict: 'not_first',
          reason: 'came later than the fact that counts',
          ruling: { author: ben, note: 'Seen on stream' },
          proof: null,
          approver: null,
          withdrawal: null,
        },
      ],
      facts_left_out: 0,
      children: [],
    },
  },
  getConfirmedScores: {
    reply: { totals: [{ team_id: 7, points: 1380 }], unconfirmed: [{ objective_id: 118, team_ids: [7] }] },
  },
  getSubmissions: { reply: [reviewed] },
  submitBounty: {
    body: {
      objective_id: 131,
      timestamp: '2026-01-17T11:40:00.000Z',
      number: 1,
      proof: 'https://example.com/clip/81',
      comment: '',
    },
    reply: submission,
  },
  reportItem: {
    body: {
      key: '0d1f4c0e-4a53-4a0b-9d2c-2f6f5f9b1a77',
      text: ['Item Class: Stackable Currency', 'Rarity: Currency', 'Chaos Orb', '--------', 'Stack Size: 3/20'].join('\n'),
      timestamp: '2026-01-17T11:40:00.000Z',
      proof: '',
      comment: '',
    },
    reply: [{ ...submission, id: 82, objective_id: 118, proof: '', number: 3, item_name: 'Chaos Orb' }],
  },
  previewItemReport: {
    body: {
      text: ['Item Class: Stackable Currency', 'Rarity: Currency', 'Chaos Orb', '--------', 'Stack Size: 3/20'].join('\n'),
      timestamp: '2026-01-17T11:40:00.000Z',
    },
    reply: [{ objective_id: 118, waits: true, points: 12 }],
  },
  reportBuild: {
    body: {
      key: '5b0c6f0a-7a1e-4c58-8f2d-31f6a9f0c2d4',
      code: exampleCode,
      timestamp: '2026-01-17T11:40:00.000Z',
      proof: '',
      comment: '',
    },
    reply: [{ ...submission, id: 83, objective_id: 118, proof: '', item_name: 'Chaos Orb' }],
  },
  reportLog: {
    body: {
      key: '5b0e7a52-11c3-4c9e-9d5f-7d0f0b1c2d33',
      events: [
        {
          kind: 'level',
          character: 'AdaTheOcean',
          value: 'Witch',
          number: 90,
          logged: '2026/01/17 12:40:00',
          uptime_ms: 1607543015,
          timestamp: null,
        },
      ],
    },
    reply: { added: 1, submissions: [{ ...submission, id: 84, objective_id: 119, number: 90 }] },
  },
  uploadProofPicture: { body: { picture: onePixel }, reply: { id: 17 } },
  getProofPicture: {},
  getSubmissionItem: { reply: { text: ['Item Class: Stackable Currency', 'Rarity: Currency', 'Chaos Orb'].join('\n') } },
  setBulkSubmissionForAdmin: {
    body: { objective_id: 131, team_ids: [7] },
    reply: [{ ...reviewed, proof: '', review_comment: null }],
  },
  deleteSubmission: {},
  reviewSubmission: { body: { approval_status: 'APPROVED', review_comment: 'Well done', base_version: 1 }, reply: reviewed },
  previewReview: { body: { approval_status: 'APPROVED', base_version: 1 }, reply: effect },
  challengeSubmission: {
    body: { reason: 'The clip shows another character' },
    reply: { ...reviewed, recheck: 'challenge' as const, recheck_at: '2026-01-17T12:10:00.000Z', version: 3 },
  },
  appealSubmission: {
    body: { reason: 'The name is visible at 0:42' },
    reply: {
      ...reviewed,
      approval_status: 'REJECTED' as const,
      counts_as: null,
      recheck: 'appeal' as const,
      recheck_at: '2026-01-17T12:10:00.000Z',
      is_appealed: true,
      version: 3,
    },
  },
  getSubmissionClaims: { reply: [claim] },
  claimSubmission: { body: { take_over: false }, reply: claim },
  releaseSubmission: {},
  getSubmissionHistory: {
    reply: [
      {
        id: 301,
        kind: 'submitted',
        from_status: null,
        to_status: 'PENDING',
        comment: '',
        author: ada,
        timestamp: '2026-01-17T11:43:20.000Z',
      },
      {
        id: 302,
        kind: 'decided',
        from_status: 'PENDING',
        to_status: 'APPROVED',
        comment: 'Well done',
        author: claim.judge,
        timestamp: '2026-01-17T11:50:02.000Z',
      },
    ],
  },
} satisfies SomeExamples
