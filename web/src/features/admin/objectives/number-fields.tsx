import '../../../messages/admin-objectives.ts'
import type { GameVersion } from '@muster/contract/events'
import type { NumberField, ObjectiveType } from '@muster/contract/objectives'
import { sourceTexts } from '@muster/domain/characters/number-docs'
import { numberRows, numbersOf } from '@muster/domain/characters/number-rows'
import { games } from '@muster/domain/events/games'
import { objectiveKinds } from '@muster/domain/objectives/kinds'
import { t } from '../../../lib/text/messages.ts'
import type { ObjectiveForm } from './use-objective-form.ts'

interface NumberFieldsProps {
  form: ObjectiveForm
  objective_type: ObjectiveType
  game_version: GameVersion
}

const isWhole = /^[1-9]\d{0,14}$/
const isCountOrNone = ({ value }: { value: string }) =>
  value.trim() === '' || isWhole.test(value.trim()) ? undefined : t('objectives.needsCount')
const isCount = ({ value }: { value: string }) => (isWhole.test(value.trim()) ? undefined : t('objectives.needsCount'))

/** The numbers that the game has, by source; and the chosen one, if the game does not have it. */
const listChoices = (type: ObjectiveType, game_version: GameVersion, chosen: NumberField) =>
  numbersOf[type].flatMap((value) => {
    const { label, source, is_in } = numberRows[value]
    const isInGame = is_in(games[game_version])
    if (!isInGame && value !== chosen) return []
    const named = { value, group: sourceTexts[source].label }
    return [isInGame ? { ...named, label } : { ...named, isDisabled: true, label: t('objectives.notInGame', { name: label }) }]
  })

/** The unit of a number, and how far to trust it. */
function describeNumber(number_field: NumberField): string {
  const { unit, source } = numberRows[number_field]
  const { note } = sourceTexts[source]
  return unit === '' ? note : t('objectives.numberUnit', { note, unit })
}

/** The number that an objective counts, with the levels that it needs. */
export function NumberFields({ form, objective_type, game_version }: NumberFieldsProps) {
  return (
    <form.Subscribe selector={({ values }) => values.number_field}>
      {(number_field) => {
        const { counts_pieces } = numberRows[number_field]
        return (
          <>
            <form.AppField name="number_field">
              {(field) => (
                <field.SelectField
                  label={t('objectives.label.number_field')}
                  help={describeNumber(number_field)}
                  choices={listChoices(objective_type, game_version, number_field)}
                />
              )}
            </form.AppField>
            {counts_pieces !== null && (
              <form.AppField name="pieces_from" validators={{ onSubmit: isCount }}>
                {(field) => <field.NumberField label={counts_pieces} help={t('objectives.piecesHelp')} />}
              </form.AppField>
            )}
            {objectiveKinds[objective_type].number_of === 'team' && (
              <form.AppField name="players_from" validators={{ onSubmit: isCountOrNone }}>
                {(field) => <field.NumberField label={t('objectives.label.players_from')} help={t('objectives.playersHelp')} />}
              </form.AppField>
            )}
          </>
        )
      }}
    </form.Subscribe>
  )
}
