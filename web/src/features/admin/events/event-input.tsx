import '../../../messages/admin-events.ts'
import { largestInt, nameLength } from '@muster/contract/body'
import { isHostList, maxEmbedHosts } from '@muster/contract/embed-hosts'
import type { eventFields } from '@muster/contract/events'
import { findDateProblems } from '@muster/domain/events/dates'
import { games } from '@muster/domain/events/games'
import { t } from '../../../lib/text/messages.ts'
import { ChoiceField, TextField } from '../../../ui/forms/form-fields.tsx'
import { NumberField, SelectField, TimeField } from '../../../ui/forms/typed-fields.tsx'
import { readDates } from '../kit/read-dates.ts'
import { useZone } from '../kit/use-zone.ts'
import { ZoneField } from '../kit/zone-field.tsx'
import { type DateField, dateFields, type EventValues } from './event-values.ts'
import { PersonalEditor } from './personal-editor.tsx'
import { findInputProblems } from './personal-input.ts'

type EventFieldRow = (typeof eventFields)[number]

export const isDateField = (name: string): name is DateField => (dateFields as readonly string[]).includes(name)

/** Checks a date together with the others. @returns the problem in words */
function checkDate(field: DateField, values: EventValues): string | undefined {
  const dates = readDates(values)
  if (Number.isNaN(dates[field])) return t('adminEvents.dateMissing')
  return findDateProblems(dates).some((problem) => problem.field === field)
    ? t(field === 'event_end_time' ? 'adminEvents.endsEarly' : 'adminEvents.closesEarly')
    : undefined
}

/** @returns the problem of a field in words */
export function checkField(field: EventFieldRow, values: EventValues): string | undefined {
  if (field.kind === 'personal') {
    const isWrong = findInputProblems(values[field.name], values.game_version).length > 0
    return isWrong ? t('adminPersonal.wrong') : undefined
  }
  const value = values[field.name].trim()
  switch (field.kind) {
    case 'name':
      return value === '' ? t('adminEvents.nameMissing') : undefined
    case 'moment':
      return checkDate(field.name, values)
    case 'number': {
      const isGood = /^\d+$/.test(value) && Number(value) >= field.least && Number(value) <= largestInt
      return isGood ? undefined : t('adminEvents.countWrong', { least: field.least })
    }
    case 'limit': {
      const { least, most } = field
      const isGood = value === '' || (/^\d+$/.test(value) && Number(value) >= least && Number(value) <= most)
      return isGood ? undefined : t('adminEvents.limitWrong', { least, most })
    }
    case 'hosts':
      return isHostList(value) ? undefined : t('adminEvents.hostsWrong', { most: maxEmbedHosts })
    case 'text':
    case 'choice':
    case 'zone':
      return undefined
  }
}

/** The control of a field, by its kind; inside `form.AppField`. */
export function EventInput({ field, values: { game_version, time_zone } }: { field: EventFieldRow; values: EventValues }) {
  const { zone, describe } = useZone(time_zone)
  const { label, help } = field
  switch (field.kind) {
    case 'name':
      return <TextField label={label} help={help} maxLength={nameLength} dir="auto" />
    case 'text': {
      const placeholder = field.name === 'patch' ? t(`adminEvents.patchOf.${game_version}`) : undefined
      return <TextField label={label} help={help} placeholder={placeholder} maxLength={nameLength} />
    }
    case 'hosts':
      return <TextField label={label} help={help} placeholder="league.example.com" maxLength={nameLength} />
    case 'choice': {
      if (field.name !== 'game_version') {
        const choices = field.values.map((value) => ({ value, label: t(`adminEvents.${value}`) }))
        return <ChoiceField label={label} choices={choices} />
      }
      const choices = field.values.map((value) => ({ value, label: t(`adminEvents.${value}`) }))
      const warning = games[game_version].stash_stream ? help : t('adminEvents.noTabsHelp')
      return <SelectField label={label} help={warning} choices={choices} />
    }
    case 'zone':
      return <ZoneField label={label} help={help} zone={time_zone} />
    case 'moment':
      return <TimeField label={label} help={help} zone={zone} describe={describe} />
    case 'number':
    case 'limit':
      return <NumberField label={label} help={help} />
    case 'personal':
      return <PersonalEditor label={label} help={field.help} game_version={game_version} />
  }
}
