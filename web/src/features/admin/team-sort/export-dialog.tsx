import '../../../messages/admin-team-sort.ts'
import type { SortPerson } from '@muster/contract/team-sort'
import { toKey } from '@muster/domain/definition-file/keys'
import { readEventTitle } from '@muster/domain/events/title'
import { useState } from 'react'
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

/** Asks for the columns, then exports the people and teams shown. */
export function ExportDialog({ eventName, people, teamName, onClose }: ExportDialogProps) {
  const [chosen, setChosen] = useState<ReadonlySet<SortColumn>>(new Set(usual))
  const download = () => {
    const columns = sortColumnNames.filter((column) => chosen.has(column))
    const byTeam = people.toSorted((a, b) => teamName(a).localeCompare(teamName(b)))
    downloadCsv(`signups-${toKey(readEventTitle(eventName), 'event')}.csv`, writeRows(byTeam, teamName, columns))
    onClose()
  }
  const toggle = (column: SortColumn, isOn: boolean) => {
    const next = new Set(chosen)
    if (isOn) next.add(column)
    else next.delete(column)
    setChosen(next)
  }
  return (
    <Dialog
      title={t('sort.exportTitle')}
      onClose={onClose}
      footer={
        <Button kind="primary" disabled={chosen.size === 0 || people.length === 0} onClick={download}>
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
            onChange={(isOn) => toggle(column, isOn)}
          />
        ))}
      </div>
    </Dialog>
  )
}
