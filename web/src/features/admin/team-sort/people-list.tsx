import '../../../messages/admin-team-sort.ts'
import type { TeamId, UserId } from '@muster/contract/ids'
import type { SortPerson } from '@muster/contract/team-sort'
import { type KeyboardEvent, useState } from 'react'
import { useIsPhone } from '../../../lib/browser/media.ts'
import { t } from '../../../lib/text/messages.ts'
import { useVirtualRows } from '../../../ui/deferred/virtual-list.ts'
import { Empty } from '../../../ui/layout/states.tsx'
import { type AnswerFilter, noAnswers } from '../kit/answer-picker.tsx'
import type { SortTeam } from './use-sort.ts'
import type { PeopleActions } from './people-actions.ts'
import { PersonRow } from './person-row.tsx'

interface PeopleListProps {
  people: readonly SortPerson[]
  /** The question in the column of past events. */
  answers?: AnswerFilter
  teams: readonly SortTeam[]
  teamOf: ReadonlyMap<UserId, TeamId | null>
  locked: ReadonlySet<UserId>
  selected: ReadonlySet<UserId>
  paired: ReadonlySet<UserId>
  actions: PeopleActions
}

const rowHeight = 41
const phoneRowHeight = 112

/**
 * People as rows. One row has the keyboard: arrows move it, digits put its person (or all selected people) into a team, L locks,
 * space selects.
 */
export function PeopleList({ people, answers = noAnswers, teams, teamOf, locked, selected, paired, actions }: PeopleListProps) {
  const [active, setActive] = useState(0)
  const [isMoved, setMoved] = useState(false)
  const isPhone = useIsPhone()
  const { frame, items, before, after } = useVirtualRows({
    count: people.length,
    heightOf: () => (isPhone ? phoneRowHeight : rowHeight),
    keyOf: (place) => people[place]?.user.id ?? place,
  })
  if (people.length === 0) return <Empty title={t('sort.emptyTitle')} text={t('sort.emptyText')} />
  const current = Math.min(active, people.length - 1)

  function onKeyDown(event: KeyboardEvent) {
    const isControl = event.target instanceof HTMLElement && event.target.closest('select, input, button, [role=menu]') !== null
    if (event.ctrlKey || event.metaKey || event.altKey || (isControl && !/^[0-9l]$/i.test(event.key))) return
    // A select uses letters and digits itself.
    if (event.target instanceof HTMLSelectElement) return
    const person = people[current]
    if (!person) return
    const meant = selected.size > 0 && selected.has(person.user.id) ? [...selected] : [person.user.id]
    const move = (to: number) => {
      const next = Math.max(0, Math.min(people.length - 1, to))
      setMoved(true)
      setActive(next)
      frame.current?.querySelector<HTMLElement>(`[data-place="${next}"]`)?.focus()
    }
    const digit = /^[0-9]$/.test(event.key) ? Number(event.key) : null
    const team = digit === null || digit === 0 ? null : teams[digit - 1]
    if (event.key === 'ArrowDown') move(current + 1)
    else if (event.key === 'ArrowUp') move(current - 1)
    else if (event.key === 'PageUp') move(current - 10)
    else if (event.key === 'PageDown') move(current + 10)
    else if (event.key === ' ') actions.select([person.user.id], !selected.has(person.user.id))
    else if (event.key === 'l' || event.key === 'L') actions.setLocked(meant, !locked.has(person.user.id))
    else if (digit === 0) actions.assign(meant, null)
    else if (team) actions.assign(meant, team.id)
    else return
    event.preventDefault()
  }

  return (
    // The rows receive the key presses; the grid handles them.
    <div
      className="sort-people"
      ref={frame}
      role="grid"
      tabIndex={-1}
      aria-label={t('sort.people')}
      aria-rowcount={people.length}
      aria-multiselectable="true"
      onKeyDown={onKeyDown}
      onBlur={() => setMoved(false)}
    >
      <div role="presentation" style={{ height: before }} />
      {items.map(({ index }) => {
        const person = people[index]
        if (!person) return null
        const { id } = person.user
        return (
          <PersonRow
            key={id}
            person={person}
            answers={answers}
            place={index}
            isActive={index === current}
            takesFocus={isMoved && index === current}
            teams={teams}
            team_id={teamOf.get(id) ?? null}
            isLocked={locked.has(id)}
            isSelected={selected.has(id)}
            isPaired={paired.has(id)}
            actions={actions}
            onActive={setActive}
          />
        )
      })}
      <div role="presentation" style={{ height: after }} />
    </div>
  )
}
