import './people.css'
import '../../../messages/admin-team-sort.ts'
import type { UserId } from '@muster/contract/ids'
import type { SortPerson } from '@muster/contract/team-sort'
import { useMemo, useState } from 'react'
import { callWrite, useWrite } from '../../../api/calls/writes.ts'
import { useSignupQuestions } from '../../../api/people/signup.ts'
import { useEventKey } from '../../../api/scores/event.ts'
import { WriteProblem } from '../../../api/calls/write-problem.tsx'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { type AnswerFilter, AnswerPicker } from '../kit/answer-picker.tsx'
import type { PeopleActions } from './people-actions.ts'
import { PeopleList } from './people-list.tsx'
import { PeopleToolbar } from './people-toolbar.tsx'
import { addPairs, assign, setLocked } from './sort-draft.ts'
import { listShown, type Shown, type SortFilter, sortFilters } from './sort-filter.ts'
import type { Sort } from './use-sort.ts'

interface PeopleBlockProps {
  sort: Sort
  listed: readonly SortPerson[]
  paired: ReadonlySet<UserId>
  shown: Shown
  onShow: (shown: Shown) => void
  answers: AnswerFilter
  onAnswers: (answers: AnswerFilter) => void
}

const nothing: Shown = { text: '', names: '', filters: new Set(), team_id: null }

/** The list of people with its filters, and actions for the selected people. */
export function PeopleBlock(props: PeopleBlockProps) {
  const { sort, listed, paired, shown, onShow, answers, onAnswers } = props
  const { questions } = useSignupQuestions(useEventKey())
  const { people, draft, teams, teamOf, change, input } = sort
  const [selected, setSelected] = useState<ReadonlySet<UserId>>(new Set())
  const lead = useWrite(
    (person: SortPerson) => {
      const { present_team_id } = person.entry
      const row = { user_id: person.user.id, team_id: present_team_id, is_team_lead: !person.team_lead }
      return callWrite('addUsersToTeams', { ...input, body: [row] })
    },
    {
      onDone: (_, person) => {
        const team = teams.find((one) => one.id === person.entry.present_team_id)?.name ?? ''
        showToast(t(person.team_lead ? 'sort.leadEnded' : 'sort.leadDone', { name: person.user.display_name, team }))
        void sort.renew()
      },
    },
  )
  const actions: PeopleActions = {
    assign: (user_ids, team_id) => change(assign(people, draft, user_ids, team_id)),
    setLocked: (user_ids, isLocked) => change(setLocked(people, draft, user_ids, isLocked)),
    select: (user_ids, isSelected) =>
      setSelected((now) => {
        const next = new Set(now)
        for (const user_id of user_ids) {
          if (isSelected) next.add(user_id)
          else next.delete(user_id)
        }
        return next
      }),
    lead: lead.run,
  }
  const counts = useMemo(() => {
    const facts = { draft, teams: teamOf, paired }
    const count = (filter: SortFilter) => listShown(people, { ...nothing, filters: new Set([filter]) }, facts).length
    return Object.fromEntries(sortFilters.map((filter) => [filter, count(filter)])) as Record<SortFilter, number>
  }, [people, draft, teamOf, paired])
  const locked = useMemo(() => new Set(draft.locks.map((lock) => lock.user_id)), [draft.locks])
  const chosen = listed.map((one) => one.user.id)
  const hidden = selected.size - chosen.filter((id) => selected.has(id)).length
  return (
    <section aria-label={t('sort.people')} className="sort-block">
      <PeopleToolbar people={people} shown={shown} counts={counts} onShow={onShow}>
        <AnswerPicker questions={questions} filter={answers} onChange={onAnswers} />
      </PeopleToolbar>
      <div className="sort-count">
        <label className="check">
          <input
            type="checkbox"
            checked={chosen.length > 0 && chosen.every((id) => selected.has(id))}
            onChange={(event) => actions.select(chosen, event.target.checked)}
          />
          <span>{t('sort.selectAll')}</span>
        </label>
        <span role="status">{t('sort.shownCount', { count: listed.length, all: people.length })}</span>
        <span className="sort-keys quieter">{t('sort.keys', { last: Math.min(9, teams.length) })}</span>
      </div>
      <WriteProblem write={lead} />
      {selected.size > 0 && (
        <div className="sort-bulk">
          <strong>{t('sort.selected', { count: selected.size })}</strong>
          {hidden > 0 && <span className="ember">{t('sort.selectedHidden', { count: hidden })}</span>}
          <span className="quieter">{t('sort.assignTo')}</span>
          {teams.map((team) => (
            <Button key={team.id} size="small" onClick={() => actions.assign([...selected], team.id)}>
              <bdi>{team.name}</bdi>
            </Button>
          ))}
          <Button size="small" onClick={() => actions.assign([...selected], null)}>
            {t('sort.noTeam')}
          </Button>
          <Button size="small" icon="lock" onClick={() => actions.setLocked([...selected], true)}>
            {t('sort.lockAll')}
          </Button>
          <Button size="small" onClick={() => actions.setLocked([...selected], false)}>
            {t('sort.unlockAll')}
          </Button>
          {selected.size > 1 && selected.size <= 20 && (
            <>
              <Button size="small" onClick={() => change(addPairs(draft, 'together', [...selected]))}>
                {t('sort.keepTogether')}
              </Button>
              <Button size="small" onClick={() => change(addPairs(draft, 'apart', [...selected]))}>
                {t('sort.keepApart')}
              </Button>
            </>
          )}
          <Button size="small" kind="quiet" onClick={() => setSelected(new Set())}>
            {t('sort.clear')}
          </Button>
        </div>
      )}
      <PeopleList
        people={listed}
        answers={answers}
        teams={teams}
        teamOf={teamOf}
        locked={locked}
        selected={selected}
        paired={paired}
        actions={actions}
      />
    </section>
  )
}
