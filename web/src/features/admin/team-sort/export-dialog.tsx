import '../../../messages/admin-team-sort.ts'
import type { SortPerson } from '@muster/contract/team-sort'
import { toKey } from '@muster/domain/definition-file/keys'
import { readEventTitle } from '@muster/domain/events/title'
import { useState } from 'react'
import { useSignupQuestions } from '../../../api/people/signup.ts'
import { useEventKey } from '../../../api/scores/event.ts'
import { downloadCsv } from '../../../lib/text/csv.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Check } from '../../../ui/forms/fields.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { type SortColumn, sortColumnNames, writeRows } from './sort-columns.ts'

interface ExportDialogProps {
  eventName: string
  /** The people shown, in the order of the list. */
  people: readonly SortPerson[]
  teamName: (person: SortPerson) => string
  onClose: () => void
}

const usual: readonly SortColumn[] = [
  'team',
  'display_name',
  'account_name',
  'discord_name',
  'expected_hours',
  'team_lead',
  'partner',
]

function toggle<T>(set: ReadonlySet<T>, one: T, isOn: boolean): ReadonlySet<T> {
  const next = new Set(set)
  if (isOn) next.add(one)
  else next.delete(one)
  return next
}

/** Asks for the columns, then exports the people and teams shown. */
export function ExportDialog({ eventName, people, teamName, onClose }: ExportDialogProps) {
  const { questions } = useSignupQuestions(useEventKey())
  const [chosen, setChosen] = useState<ReadonlySet<SortColumn>>(new Set(usual))
  const [asked, setAsked] = useState<ReadonlySet<number>>(new Set())
  const download = () => {
    const columns = sortColumnNames.filter((column) => chosen.has(column))
    const byTeam = people.toSorted((a, b) => teamName(a).localeCompare(teamName(b)))
    downloadCsv(
      `signups-${toKey(readEventTitle(eventName), 'event')}.csv`,
      writeRows(
        byTeam,
        teamName,
        columns,
        questions.filter(({ id }) => asked.has(id)),
      ),
    )
    onClose()
  }
  return (
    <Dialog
      title={t('sort.exportTitle')}
      onClose={onClose}
      footer={
        <Button kind="primary" disabled={chosen.size + asked.size === 0 || people.length === 0} onClick={download}>
          {t('sort.exportAct')}
        </Button>
      }
    >
      <p>{t('sort.exportText', { count: people.length })}</p>
      <p className="quieter">{t('sort.exportPrivate')}</p>
      <div className="sort-columns">
        {sortColumnNames.map((column) => (
          <Check
            key={column}
            label={t(`sort.column.${column}`)}
            isOn={chosen.has(column)}
            onChange={(isOn) => setChosen(toggle(chosen, column, isOn))}
          />
        ))}
        {questions.map(({ id, text }) => (
          <Check key={id} label={<bdi>{text}</bdi>} isOn={asked.has(id)} onChange={(isOn) => setAsked(toggle(asked, id, isOn))} />
        ))}
      </div>
    </Dialog>
  )
}
