import type { TeamId } from '@muster/contract/ids'
import type { SortDraft, SortPerson, TeamSort } from '@muster/contract/team-sort'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { eventInput, queryClient, read } from '../../../api/calls/queries.ts'
import { type FormDraft, useDraft } from '../../../api/drafts/use-draft.ts'
import { callWrite, useWrite } from '../../../api/calls/writes.ts'
import { type TeamView, useEvent, useEventKey, useTeams } from '../../../api/scores/event.ts'
import { openDraft, readTeams, settle } from './sort-draft.ts'

const saveAfter_ms = 700
const maxSteps = 50

/** A seed that is easy to read out. */
const drawSeed = () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 100_000

/** A team with its display values, and its id for calls. */
export type SortTeam = TeamView & { readonly id: TeamId }

interface Work {
  readonly draft: SortDraft
  /** The server's draft, and its version. */
  readonly saved: SortDraft
  readonly version: number
  /** Earlier drafts, the latest last. */
  readonly steps: readonly SortDraft[]
}

const begin = (basis: TeamSort, team_ids: readonly number[], seed: number): Work => {
  const draft = openDraft(basis, team_ids, seed)
  return { draft, saved: draft, version: basis.stored.version, steps: [] }
}

const isWhole = ({ seed, locks, together, apart, sizes, moves }: SortDraft) =>
  typeof seed === 'number' &&
  [locks, together, apart, sizes, moves].every((list) => list.every((one) => typeof one === 'object' && one !== null))

/** Changes that the server has not stored yet, because the login or the network was gone: they are saved at once. */
function useUnsavedSort(event_id: number | undefined, { draft: saved, version }: Work): FormDraft<SortDraft> {
  return useDraft('team_sort', `${event_id}`, { ...saved, made: null } as SortDraft, { version, isValid: isWhole })
}

/** The queue of saves, which a page that was left shares with the next one. */
const saves = 'team_sort'
/**
 * The versions that saves have made, one after the other, by event. A change that started from one of them continues from the
 * latest: an organiser who left the page and returned before the answer is not in conflict with their own save.
 */
const ownVersions = new Map<number | undefined, { readonly first: number; readonly last: number }>()

async function save(event_id: number | undefined, input: ReturnType<typeof eventInput>, draft: SortDraft, basis: number) {
  const own = ownVersions.get(event_id)
  const continues = own !== undefined && own.first <= basis && basis <= own.last
  const stored = await callWrite('saveTeamSortDraft', { ...input, body: { draft, version: continues ? own.last : basis } })
  ownVersions.set(event_id, { first: continues ? own.first : basis, last: stored.version })
  return stored
}

/** The page starts from the server's latest draft, unless a save is still unanswered. */
function forgetSaves(event_id: number | undefined): void {
  if (!queryClient.isMutating({ predicate: ({ options }) => options.scope?.id === saves })) ownVersions.delete(event_id)
}

/** The organisers' shared draft, saved shortly after each change. Teams are assigned only by the submission. */
export function useSort() {
  const input = eventInput(useEventKey())
  const event_id = useEvent()?.id
  const query = read('getTeamSort', input)
  const basis = useSuspenseQuery(query).data
  const views = useTeams()
  const teams = useMemo(() => views.toSorted((a, b) => a.id - b.id) as readonly object[] as readonly SortTeam[], [views])
  const team_ids = useMemo(() => teams.map((team) => team.id), [teams])
  const [opened] = useState(() => {
    forgetSaves(event_id)
    return begin(basis, team_ids, drawSeed())
  })
  const kept = useUnsavedSort(event_id, opened)
  const [work, setWork] = useState((): Work => {
    const { base, found } = kept.state.get()
    return found ? { ...opened, draft: kept.start, saved: base.values, version: base.version } : opened
  })
  const { draft, saved, version } = work
  const isDirty = draft !== saved

  const write = useWrite((edit: { draft: SortDraft; version: number }) => save(event_id, input, edit.draft, edit.version), {
    oneAtATime: saves,
    onDone: (stored, sent) => {
      kept.sent(sent.draft, { values: sent.draft, version: stored.version })
      setWork((now) => ({ ...now, saved: sent.draft, version: stored.version }))
      // An organiser who leaves the page and returns continues from here, without a conflict.
      queryClient.setQueryData(query.queryKey, (known) => known && { ...known, stored })
    },
  })
  const { run, is_busy, failure, reset } = write
  const isConflict = failure?.code === 'changed_meanwhile'
  useEffect(() => {
    kept.continueFrom({ values: saved, version }, draft)
  }, [kept, draft, saved, version])
  useEffect(() => {
    if (!isDirty || is_busy || failure) return undefined
    const timer = setTimeout(() => run({ draft, version }), saveAfter_ms)
    return () => clearTimeout(timer)
  }, [draft, version, isDirty, is_busy, failure, run])
  const unsaved = useRef<{ draft: SortDraft; version: number } | null>(null)
  useEffect(() => {
    unsaved.current = isDirty && !failure ? { draft, version } : null
  })
  // The last change before leaving is saved too.
  useEffect(() => () => void (unsaved.current && run(unsaved.current)), [run])
  useEffect(() => {
    if (isConflict) void queryClient.refetchQueries({ queryKey: query.queryKey })
    // The key is a new list each time.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isConflict])
  // Another organiser's draft replaces this one, unless this one has unsaved changes.
  if (!isDirty && basis.stored.version > version) setWork(begin(basis, team_ids, draft.seed))

  const change = (next: SortDraft) => {
    if (!isConflict) reset()
    setWork((now) => ({ ...now, draft: next, steps: [...now.steps, now.draft].slice(-maxSteps) }))
  }
  return {
    input,
    people: basis.people as readonly SortPerson[],
    basis,
    teams,
    team_ids,
    draft,
    teamOf: useMemo(() => readTeams(basis.people, draft), [basis.people, draft]),
    change,
    back:
      work.steps.length === 0
        ? null
        : () => setWork((now) => ({ ...now, draft: now.steps.at(-1) ?? now.draft, steps: now.steps.slice(0, -1) })),
    saving: { is_busy: is_busy || isDirty, write },
    conflict:
      isConflict && basis.stored.draft !== null && basis.stored.version > version
        ? {
            base: saved,
            theirs: basis.stored.draft,
            resolve: (values: SortDraft) => {
              reset()
              setWork((now) => ({ ...now, draft: values, saved: basis.stored.draft ?? now.saved, version: basis.stored.version }))
            },
          }
        : null,
    /** Fetches the signups again, and drops moves already done from the draft; with `settles` also all others. */
    renew: async ({ settles = false } = {}) => {
      await queryClient.refetchQueries({ queryKey: query.queryKey })
      const latest = queryClient.getQueryData(query.queryKey)
      if (latest) {
        setWork((now) => {
          const next = openDraft(
            { ...latest, stored: { version: now.version, draft: { ...now.draft, made: null } } },
            team_ids,
            now.draft.seed,
          )
          return { ...now, draft: settles ? settle(latest.people, next) : next, steps: [] }
        })
      }
    },
  }
}
export type Sort = ReturnType<typeof useSort>
