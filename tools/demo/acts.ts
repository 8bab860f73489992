import type { Client } from '@muster/contract/client'
import type { AnnouncementAudience } from '@muster/contract/announcements'
import type { EventId, ObjectiveId, TeamId } from '@muster/contract/ids'
import type { Objective } from '@muster/contract/objectives'
import type { Submission } from '@muster/contract/submissions'
import type { Clock } from '@muster/server/clock'
import { logIn } from '../rehearsal/people.ts'
import { liveOn } from './live-on.ts'
import { drawLogo } from './logos.ts'

// Actions of the demo's players during the event, through the ordinary calls: they submit, judge, announce and sign up for the
// next event, teams get logos, and one player withdraws Muster's consent in the game.

const hour_ms = 3_600_000
/** Event time between two checks for due actions. */
const pause_ms = 5 * 60_000

/** A player: the number of a team and the place in it; the first leads. */
type Who = readonly [team: number, place: number]

interface Claim {
  /** Hour of the event at which it is sent. */
  readonly hour: number
  readonly who: Who
  readonly objective: string
  readonly number: number
  readonly comment: string
  /** The verdict of a judge twenty minutes later; without one it waits. */
  readonly verdict?: { readonly status: 'APPROVED' | 'REJECTED'; readonly comment: string }
}

const [fastest, unarmoured, labyrinth, deepest] = [
  'Fastest first act, in seconds',
  'Reach level 50 without a body armour',
  'Finish the Labyrinth without a flask',
  'Deepest map without dying, by tier',
]
/** File names of their pictures. */
const slugs: Readonly<Record<string, string>> = {
  [fastest]: 'first-act',
  [unarmoured]: 'no-armour',
  [labyrinth]: 'labyrinth',
  [deepest]: 'deep-map',
}
const seen = { status: 'APPROVED', comment: '' } as const
const refuse = (comment: string) => ({ status: 'REJECTED', comment }) as const

const claims: readonly Claim[] = [
  {
    hour: 1.2,
    who: [2, 3],
    objective: fastest,
    number: 2140,
    comment: 'From the beach to the gate in one piece.',
    verdict: seen,
  },
  { hour: 1.5, who: [0, 2], objective: fastest, number: 1985, comment: 'The timer is in the upper corner.', verdict: seen },
  { hour: 1.8, who: [3, 4], objective: fastest, number: 2310, comment: '', verdict: seen },
  {
    hour: 2.1,
    who: [1, 5],
    objective: fastest,
    number: 1760,
    comment: 'A personal best!',
    verdict: refuse('The recording begins after the beach: please show the first minutes as well.'),
  },
  { hour: 3, who: [1, 5], objective: fastest, number: 2044, comment: 'A second run, recorded from the login.', verdict: seen },
  { hour: 5.5, who: [1, 2], objective: unarmoured, number: 1, comment: 'Six flasks, no chest.', verdict: seen },
  { hour: 6.5, who: [2, 6], objective: unarmoured, number: 1, comment: '', verdict: seen },
  {
    hour: 7,
    who: [0, 4],
    objective: unarmoured,
    number: 1,
    comment: 'Level 50 at last.',
    verdict: refuse('A body armour is worn at level 31.'),
  },
  {
    hour: 8.5,
    who: [3, 1],
    objective: labyrinth,
    number: 1,
    comment: 'Slots at entrance and end are both shown.',
    verdict: seen,
  },
  { hour: 9.5, who: [0, 1], objective: labyrinth, number: 1, comment: '', verdict: seen },
  { hour: 11, who: [2, 2], objective: deepest, number: 4, comment: 'The first maps.', verdict: seen },
  { hour: 13, who: [3, 3], objective: deepest, number: 7, comment: '', verdict: seen },
  { hour: 14.5, who: [1, 4], objective: deepest, number: 9, comment: 'Died right after, on the stairs.', verdict: seen },
  { hour: 16, who: [0, 5], objective: deepest, number: 8, comment: '', verdict: seen },
  { hour: 17, who: [2, 2], objective: deepest, number: 11, comment: 'Two more than this morning.' },
  { hour: 17.3, who: [1, 3], objective: labyrinth, number: 1, comment: 'The picture shows the last room.' },
  { hour: 17.6, who: [3, 6], objective: fastest, number: 1902, comment: 'With a second character.' },
  { hour: 22, who: [1, 6], objective: deepest, number: 12, comment: '', verdict: seen },
  { hour: 27, who: [2, 4], objective: labyrinth, number: 1, comment: 'Nobody helped.', verdict: seen },
]
const judged_after_hours = 1 / 3

interface Notice {
  readonly hour: number
  readonly until_hour: number
  readonly audience: AnnouncementAudience
  readonly title: string
  readonly text: string
}

const notices: readonly Notice[] = [
  {
    hour: 0,
    until_hour: 6,
    audience: 'everybody',
    title: 'The Winter Muster has begun',
    text: 'Good luck to all four teams. Put what you find into a public tab.',
  },
  {
    hour: 17,
    until_hour: 26,
    audience: 'everybody',
    title: 'Tonight at hour 24: dailies 9',
    text: 'Two more dailies open at hour 24. The judges are here until then; what you submit later is decided in the morning.',
  },
  {
    hour: 16,
    until_hour: 40,
    audience: 'leads',
    title: 'Leads: please upload your guild logs',
    text: 'Without the log it is unknown who put an item into a guild tab.',
  },
]

/** When one player withdraws the consent, and who it is; not repeated after that time. */
const withdrawal = { hour: 10, until_hour: 17.9, who: [2, 7] as Who }

/** Signups for the next event, in this order, one every half hour. */
const applicants: readonly Who[] = [0, 1, 2, 3].flatMap((team) => [1, 2, 3, 5, 8].map((place): Who => [team, place]))
const titles = [
  'Maps until the lantern goes out',
  'Delving with the wardens',
  'Tide is coming in, race to 90',
  'Night shift, all scarabs',
]
const extras = ['I would like to play with my brother.', 'Evenings only.', '', 'First event, be kind.', '']

export interface ActsOptions {
  readonly product_url: string
  /** The simulator's control plane. */
  readonly control_url: string
  /** Account names by team. */
  readonly people: readonly (readonly string[])[]
  /** Runs the event, and judges players whom the judge may not. */
  readonly admin: string
  readonly judge: { readonly name: string; readonly team: number }
  readonly event_id: EventId
  readonly start_ms: number
  readonly clock: Clock
}

const listObjectives = (objective: Objective): Objective[] => [objective, ...objective.children.flatMap(listObjectives)]

const postJson = async (url: string, body: object): Promise<void> => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${answer.status} from ${url}: ${await answer.text()}`)
}

/** One player of each team streams all the time; the first who is on Twitch. */
async function goLive({ control_url, people }: ActsOptions): Promise<void> {
  const answer = await fetch(`${control_url}/accounts`)
  const { accounts } = (await answer.json()) as { accounts: readonly { name: string; team: number; twitch?: unknown }[] }
  for (const team of people.keys()) {
    const streamer = accounts.find((one) => one.team === team && one.twitch !== undefined)
    if (!streamer) continue
    const broadcast = { kind: 'broadcast', account: streamer.name, live: true, title: titles[team] ?? 'Winter Muster' }
    await postJson(`${control_url}/world/events`, broadcast)
  }
}

/** Every player logs in once. */
function createDoor({ product_url, people }: ActsOptions) {
  const clients = new Map<string, Promise<Client>>()
  const open = (name: string): Promise<Client> => {
    const known = clients.get(name)
    if (known) return known
    const opened = logIn(product_url, name).then(({ client }) => client)
    // A failed login is tried again.
    opened.catch(() => clients.delete(name))
    clients.set(name, opened)
    return opened
  }
  return { open, openFor: ([team, place]: Who) => open(people[team]?.[place] ?? '') }
}
type Door = ReturnType<typeof createDoor>

async function giveLogos({ admin, event_id }: ActsOptions, { open }: Door): Promise<void> {
  const client = await open(admin)
  const teams = await client.call('getTeams', { event_id })
  for (const [place, { id, logo }] of teams.toSorted((a, b) => a.id - b.id).entries()) {
    const picture = logo === null ? drawLogo(place) : null
    if (picture) {
      const body = { picture: picture.toString('base64') }
      await client.call('uploadTeamLogo', { event_id, team_id: id as TeamId, body })
    }
  }
}

/** @returns a function that does the actions due since its last call; actions of an earlier start are not repeated */
function createActs(options: ActsOptions): () => Promise<void> {
  const { event_id, start_ms, clock, control_url, people, admin, judge } = options
  const door = createDoor(options)
  const hourNow = () => (clock.now() - start_ms) / hour_ms
  const timeOf = (hour: number) => new Date(start_ms + hour * hour_ms).toISOString()
  let isBegun = false
  let objectives = new Map<string, ObjectiveId>()
  let next_event: EventId | null = null
  const signedUp = new Set<number>()
  let hasWithdrawn = false

  /** The same claim if it was sent already. */
  const findSent = (all: readonly Submission[], { objective, hour }: Claim): Submission | undefined =>
    all.find(({ objective_id, timestamp }) => objective_id === objectives.get(objective) && timestamp === timeOf(hour - 0.1))

  async function begin(): Promise<void> {
    const client = await door.open(admin)
    const root = await client.call('getObjectiveTreeForEvent', { event_id })
    objectives = new Map(listObjectives(root).map(({ id, name }) => [name, id as ObjectiveId]))
    const now = clock.now()
    const events = await client.call('getEvents', {})
    next_event = (events.find(({ event_start_time }) => Date.parse(event_start_time) > now)?.id ?? null) as EventId | null
    await giveLogos(options, door)
    await goLive(options)
    isBegun = true
  }

  async function announce(): Promise<void> {
    const client = await door.open(admin)
    const due = notices.filter(({ hour, until_hour }) => hourNow() >= hour && hourNow() < until_hour)
    if (due.length === 0) return
    const kept = await client.call('getKeptAnnouncements', { event_id })
    for (const { title, text, audience, until_hour } of due) {
      if (kept.some((one) => one.title === title)) continue
      const body = { title, text, audience, starts_at: null, ends_at: timeOf(until_hour) }
      await client.call('saveAnnouncement', { event_id, body })
    }
  }

  async function submitAndJudge(): Promise<void> {
    const client = await door.open(admin)
    const all = await client.call('getSubmissions', { event_id, query: {} })
    for (const claim of claims.filter(({ hour }) => hourNow() >= hour)) {
      const sent = findSent(all, claim)
      const { hour, who, objective, number, comment, verdict } = claim
      const objective_id = objectives.get(objective)
      if (!sent && objective_id !== undefined) {
        const proof = `${new URL(control_url).origin}/pictures/${slugs[objective] ?? 'proof'}-${claims.indexOf(claim) + 1}.svg`
        const body = { objective_id, timestamp: timeOf(hour - 0.1), number, proof, comment }
        await (await door.openFor(who)).call('submitBounty', { event_id, body })
      }
      const isDue = verdict && sent?.approval_status === 'PENDING' && sent.reviewer_id === null
      if (!isDue || hourNow() < hour + judged_after_hours) continue
      const reviewer = await door.open(who[0] === judge.team ? admin : judge.name)
      const body = { approval_status: verdict.status, review_comment: verdict.comment, base_version: sent.version }
      await reviewer.call('reviewSubmission', { event_id, submission_id: sent.id, body })
    }
  }

  async function signUp(): Promise<void> {
    if (next_event === null) return
    const due = Math.min(applicants.length, Math.floor(hourNow() * 2))
    for (let place = 0; place < due; place++) {
      const who = applicants[place]
      if (!who || signedUp.has(place)) continue
      const client = await door.openFor(who)
      const body = {
        expected_playtime: 4 + (place % 7) * 2,
        needs_help: place % 5 === 3,
        wants_to_help: place % 4 === 0,
        extra: extras[place % extras.length] ?? '',
      }
      await client.call('createSignup', { event_id: next_event, body })
      signedUp.add(place)
    }
  }

  async function withdraw(): Promise<void> {
    const [team, place] = withdrawal.who
    if (hasWithdrawn || hourNow() < withdrawal.hour || hourNow() >= withdrawal.until_hour) return
    const match = { provider: 'web', account: people[team]?.[place] }
    await postJson(`${control_url}/faults`, { effect: 'auth.revoke_user', match })
    hasWithdrawn = true
  }

  return async () => {
    if (!isBegun) await begin()
    await announce()
    await submitAndJudge()
    await signUp()
    await withdraw()
  }
}

/** @returns a function that stops it */
export const startActs = (options: ActsOptions, log_dir: string): (() => void) =>
  liveOn('acts', log_dir, async (signal) => {
    for (const act = createActs(options); !signal.aborted; await options.clock.sleep(pause_ms, signal)) await act()
  })
