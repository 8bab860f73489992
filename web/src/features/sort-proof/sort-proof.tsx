import './sort-proof.css'
import '../../messages/sort-proof.ts'
import type { TeamSortProof } from '@muster/contract/team-sort'
import type { Placement } from '@muster/contract/team-sort-input'
import { measureSort, type TeamFigures } from '@muster/domain/teams/measure'
import { sortVersion } from '@muster/domain/teams/sort'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { eventInput, read } from '../../api/calls/queries.ts'
import { useEventKey, useTeams } from '../../api/scores/event.ts'
import { proposeInWorker } from '../../api/teams/propose.ts'
import { useSession } from '../../lib/browser/session.ts'
import { downloadFile } from '../../lib/browser/download.ts'
import { t } from '../../lib/text/messages.ts'
import { formatFull } from '../../lib/time/time.ts'
import { Button } from '../../ui/forms/button.tsx'
import { DataTable, figure } from '../../ui/layout/data-table.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { ProofRows } from './proof-rows.tsx'

type Made = NonNullable<TeamSortProof['made']>

/** People whose team differs between two assignments. */
function countDifferent(one: readonly Placement[], other: readonly Placement[]): number {
  const teamOf = new Map(other.map((placed) => [placed.row, placed.team_id]))
  const rows = new Set([...one, ...other].map((placed) => placed.row))
  const own = new Map(one.map((placed) => [placed.row, placed.team_id]))
  return [...rows].filter((row) => own.get(row) !== teamOf.get(row)).length
}

/** The input of the teams, and a button that computes them again. */
export function SortProof({ proof }: { proof: TeamSortProof }) {
  const { made, note, author, created_at, result } = proof
  return (
    <>
      <p className="quiet">
        {t('proof.made', { time: formatFull(Date.parse(created_at)), author: author ?? t('proof.nobody') })}
      </p>
      {note !== '' && (
        <p>
          <span className="quieter">{t('proof.note')}: </span>
          <bdi>{note}</bdi>
        </p>
      )}
      {made === null ? <p>{t('proof.byHand')}</p> : <Made made={made} result={result} />}
    </>
  )
}

function Made({ made, result }: { made: Made; result: readonly Placement[] }) {
  const { input, seed, sort_version } = made
  const { locks, together, apart, sizes } = input.rules
  // A player outside the sort was assigned by hand.
  const byHand = countDifferent(made.proposal, result)
  const facts = [
    [t('proof.seed'), String(seed)],
    [t('proof.version'), String(sort_version)],
    [t('proof.people'), String(input.entries.length)],
    [
      t('proof.rules'),
      t('proof.rulesOf', { locks: locks.length, together: together.length, apart: apart.length, sizes: sizes.length }),
    ],
  ] as const
  return (
    <>
      <dl className="proof-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      <Recompute made={made} />
      <p>{byHand === 0 ? t('proof.handNone') : t('proof.hand', { count: byHand })}</p>
      <OwnRow />
      <Teams made={made} result={result} />
      <h2 className="proof-head">{t('proof.answers')}</h2>
      <p className="quieter">{t('proof.private')}</p>
      <ProofRows made={made} result={result} />
      <Button
        onClick={() => downloadFile(`team-sort-${seed}.json`, JSON.stringify({ ...made, result }, null, 2), 'application/json')}
      >
        {t('proof.download')}
      </Button>
    </>
  )
}

function Recompute({ made }: { made: Made }) {
  const [share, setShare] = useState<number | null>(null)
  const [outcome, setOutcome] = useState<number | 'failed' | null>(null)
  const cancel = useRef<() => void>(() => {})
  useEffect(() => () => cancel.current(), [])
  if (made.sort_version !== sortVersion) return <p>{t('proof.otherVersion', { version: made.sort_version, own: sortVersion })}</p>
  const compute = async () => {
    setOutcome(null)
    setShare(0)
    const run = proposeInWorker([{ input: made.input, seed: made.seed }], setShare)
    cancel.current = run.cancel
    try {
      const [proposal] = await run.proposals
      setOutcome(countDifferent(proposal?.placements ?? [], made.proposal))
    } catch {
      setOutcome('failed')
    } finally {
      setShare(null)
    }
  }
  return (
    <div className="proof-compute">
      <Button kind="primary" isBusy={share !== null} onClick={() => void compute()}>
        {t('proof.compute')}
      </Button>
      <span role="status">
        {share !== null && t('proof.computing', { share: Math.round(100 * share) })}
        {outcome === 0 && (
          <span className="proof-good icon-line">
            <Icon name="check" size={14} /> {t('proof.same', { count: made.input.entries.length })}
          </span>
        )}
        {typeof outcome === 'number' && outcome > 0 && (
          <span className="proof-bad icon-line">
            <Icon name="warning" size={14} /> {t('proof.different', { count: outcome })}
          </span>
        )}
        {outcome === 'failed' && t('proof.failed')}
      </span>
    </div>
  )
}

function OwnRow() {
  const key = useEventKey()
  const isLoggedIn = useSession() !== null
  const own = useQuery({ ...read('getOwnSortRow', eventInput(key)), enabled: isLoggedIn }).data
  if (!isLoggedIn) return <p className="quieter">{t('proof.ownLogin')}</p>
  if (!own) return null
  return <p>{own.row === null ? t('proof.ownNone') : t('proof.own', { row: own.row })}</p>
}

const number = { cellClass: 'num' }

function Teams({ made, result }: { made: Made; result: readonly Placement[] }) {
  const teams = useTeams()
  const { teams: figures } = measureSort(made.input, result)
  return (
    <>
      <h2 className="proof-head">{t('proof.teams')}</h2>
      <DataTable
        frame={t('proof.teams')}
        rows={figures}
        keyOf={({ team_id }) => team_id}
        columns={[
          {
            head: t('proof.team'),
            isName: true,
            show: ({ team_id }) => <bdi>{teams.find(({ id }) => id === team_id)?.name ?? team_id}</bdi>,
          },
          figure<TeamFigures>(t('proof.size'), ({ size }) => size, number),
          figure<TeamFigures>(t('proof.hours'), ({ expected_hours }) => expected_hours, number),
          figure<TeamFigures>(t('proof.needs'), ({ needs_help }) => needs_help, number),
          figure<TeamFigures>(t('proof.helps'), ({ wants_to_help }) => wants_to_help, number),
        ]}
      />
    </>
  )
}
