import { defaultGame } from '@muster/contract/game-versions'
import './team-sort.css'
import '../../../messages/admin-team-sort.ts'
import type { Event } from '@muster/contract/events'
import type { SortDraft, SortPerson } from '@muster/contract/team-sort'
import { listPartners } from '@muster/domain/teams/build-input'
import { findBrokenByHand } from '@muster/domain/teams/sort'
import { useMemo, useState } from 'react'
import { useServerNow } from '../../../api/live/clock.ts'
import { useEvent } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatForEvent } from '../../../lib/time/event-zone.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Empty } from '../../../ui/layout/states.tsx'
import { hasAnswer, noAnswers } from '../kit/answer-picker.tsx'
import { AdminPage } from '../kit/admin-page.tsx'
import { ConflictNotice } from '../kit/conflict-notice.tsx'
import { isSame } from '../../../lib/same.ts'
import { BrokenList } from './broken-list.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { LastSort } from './last-sort.tsx'
import { PeopleBlock } from './people-block.tsx'
import { ProposalCards } from './proposals.tsx'
import { RulesPanel } from './rules-panel.tsx'
import { SeedBar } from './seed-bar.tsx'
import { forgetMoves, readInput, readPlacements, readWishes, takeProposal } from './sort-draft.ts'
import { isWaiting, listPairedIds, listShown, type Shown } from './sort-filter.ts'
import { SubmitDialog } from './submit-dialog.tsx'
import { type EntriesOf, TeamSummary } from './team-summary.tsx'
import { useProposals } from './use-proposals.ts'
import { useSort } from './use-sort.ts'

const everybody: Shown = { text: '', names: '', filters: new Set(), team_id: null }

const describeField = (_: keyof SortDraft, value: SortDraft[keyof SortDraft]) =>
  typeof value === 'number'
    ? String(value)
    : Array.isArray(value)
      ? t('sort.entries', { count: value.length })
      : JSON.stringify(value)

/** Sorts signups into teams: proposals from a seed, rules, and manual moves; nothing takes effect before the submission. */
export function TeamSortPage() {
  const event = useEvent()
  const sort = useSort()
  const { people, draft, teams, team_ids, teamOf, change } = sort
  const { found, share, hasFailed, run, stop } = useProposals(sort.basis)
  const [answers, setAnswers] = useState(noAnswers)
  const [shown, setShown] = useState<Shown>(everybody)
  const [open, setOpen] = useState<'submit' | 'export' | null>(null)
  const paired = useMemo(() => listPairedIds(people), [people])
  const listed = useMemo(
    () => listShown(people, shown, { draft, teams: teamOf, paired }).filter((person) => hasAnswer(person, answers)),
    [people, shown, draft, teamOf, paired, answers],
  )
  const entriesOf = useMemo(() => groupEntries(people, teamOf), [people, teamOf])
  const broken = useMemo(() => {
    const input = readInput(team_ids, people, readWishes(draft))
    return findBrokenByHand(input, readPlacements(people, input, teamOf)).filter(
      (rule) => rule.kind !== 'together' || isPlaced(rule.rows, people, teamOf),
    )
  }, [team_ids, people, draft, teamOf])

  if (teams.length === 0) return <Frame title={t('sort.noTeamsTitle')} text={t('sort.noTeamsText')} />
  if (people.length === 0) return <Frame title={t('sort.nobodyTitle')} text={t('sort.nobodyText')} />

  const suggest = async () => {
    const wishes = readWishes(draft)
    const list = await run(readInput(team_ids, people, wishes), wishes, draft.seed)
    const first = list?.[0]
    if (first) change(takeProposal(people, draft, first))
  }
  const teamName = (person: SortPerson) => teams.find((team) => team.id === teamOf.get(person.user.id))?.name ?? t('sort.noTeam')
  const moves = draft.moves.length
  const best = found?.list.find((one) => one.seed === draft.made?.seed && isSame(draft.made.wishes, one.wishes))
  return (
    <AdminPage
      title={t('sort.title')}
      lead={describePeople(people, teams.length, entriesOf.get('waitlist')?.length ?? 0)}
      actions={
        <>
          <Button icon="retry" disabled={!sort.back} onClick={sort.back ?? undefined}>
            {t('sort.undo')}
          </Button>
          <Button onClick={() => setOpen('export')}>{t('sort.export')}</Button>
          <Button kind="primary" disabled={moves === 0} onClick={() => setOpen('submit')}>
            {moves === 0 ? t('sort.reviewNone') : t('sort.review', { count: moves })}
          </Button>
        </>
      }
    >
      <OpenSignups event={event} />
      <LastSort sort={sort} />
      {sort.conflict && (
        <ConflictNotice
          base={sort.conflict.base}
          theirs={sort.conflict.theirs}
          mine={draft}
          nameField={(field) => t(`sort.field.${field}`)}
          showValue={describeField}
          onResolve={sort.conflict.resolve}
        />
      )}
      <SeedBar
        sort={sort}
        share={share}
        hasFailed={hasFailed}
        hasProposals={found !== null}
        onSuggest={() => void suggest()}
        onStop={stop}
        onReset={() => change(forgetMoves(people, draft))}
      />
      <RulesPanel
        draft={draft}
        people={people}
        teams={teams}
        game_version={event?.game_version ?? defaultGame}
        onChange={change}
      />
      {found && (
        <ProposalCards
          list={found.list}
          shown={best ?? null}
          isStale={found.seed !== draft.seed || !isSame(found.wishes, readWishes(draft))}
          onShow={(proposal) => change(takeProposal(people, draft, proposal))}
        />
      )}
      <BrokenList
        broken={
          best
            ? [
                ...best.broken,
                ...broken.filter((rule) => !best.broken.some((one) => isSame({ ...one, why: '' }, { ...rule, why: '' }))),
              ]
            : broken
        }
        people={people}
        teams={teams}
      />
      <TeamSummary
        teams={teams}
        entriesOf={entriesOf}
        chosen={shown.team_id}
        onChoose={(team_id) => setShown((now) => ({ ...now, team_id }))}
      />
      <PeopleBlock
        sort={sort}
        listed={listed}
        paired={paired}
        shown={shown}
        onShow={setShown}
        answers={answers}
        onAnswers={setAnswers}
      />
      {open === 'submit' && <SubmitDialog sort={sort} onClose={() => setOpen(null)} />}
      {open === 'export' && (
        <ExportDialog eventName={event?.name ?? ''} people={listed} teamName={teamName} onClose={() => setOpen(null)} />
      )}
    </AdminPage>
  )
}

function describePeople(people: readonly SortPerson[], teams: number, waiting: number): string {
  const all = t('sort.intro', { people: people.length, teams, pairs: listPartners(people).length })
  return waiting === 0 ? all : `${all} ${t('sort.waiting', { count: waiting })}`
}

/** Before signups close, teams are preliminary. */
function OpenSignups({ event }: { event: Event | null }) {
  const now = useServerNow(10_000)
  if (!event || Date.parse(event.application_start_time) > now) return null
  const closes_at = Date.parse(event.application_end_time)
  if (closes_at <= now) return null
  return <p className="ember">{t('sort.signupsOpen', { time: formatForEvent(closes_at, event.time_zone) })}</p>
}

/** A pair is complete, or one of them has no team yet. */
function isPlaced(rows: readonly string[], people: readonly SortPerson[], teamOf: ReadonlyMap<number, number | null>): boolean {
  return people.filter((one) => rows.includes(one.entry.row)).every((one) => (teamOf.get(one.user.id) ?? null) !== null)
}

function groupEntries(people: readonly SortPerson[], teamOf: ReadonlyMap<number, number | null>): EntriesOf {
  const groups = Map.groupBy(people, (person) => {
    const team = teamOf.get(person.user.id) ?? null
    return isWaiting(person, team) ? 'waitlist' : team
  })
  return new Map([...groups].map(([team, members]) => [team, members.map((one) => one.entry)]))
}

const Frame = ({ title, text }: { title: string; text: string }) => (
  <AdminPage title={t('sort.title')}>
    <Empty title={title} text={text} />
  </AdminPage>
)
