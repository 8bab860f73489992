import '../../../messages/admin-events.ts'
import '../../../messages/admin-templates.ts'
import './templates.css'
import type { ExampleName } from '@muster/contract/example-names'
import type { Event } from '@muster/contract/events'
import { readEventTitle } from '@muster/domain/events/title'
import { useId, useState } from 'react'
import { useEvents } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { Select } from '../../../ui/forms/select.tsx'
import { FormSheet } from '../kit/form-sheet.tsx'
import { useExamples } from '../kit/use-examples.ts'
import { EventFields } from './event-form.tsx'
import { TemplateForm } from './template-form.tsx'
import type { TemplateSource } from './templates.ts'

interface NewEventProps {
  /** The example chosen at first; null: none, the event starts empty. */
  from: ExampleName | null
  onClose: () => void
}

/** Creates an event: empty, from an example, or from an earlier event. */
export function NewEvent({ from, onClose }: NewEventProps) {
  const [source, setSource] = useState<TemplateSource | null>(from && { example: from })
  const key = source === null ? 'empty' : 'event' in source ? source.event.id : source.example
  return (
    <FormSheet title={t('adminEvents.createTitle')} onClose={onClose}>
      <StartFrom source={source} onChange={setSource} />
      {source === null ? (
        <EventFields event={null} onClose={onClose} />
      ) : (
        <TemplateForm key={key} source={source} act={t('adminEvents.create')} onClose={onClose} />
      )}
    </FormSheet>
  )
}

interface StartFromProps {
  source: TemplateSource | null
  onChange: (source: TemplateSource | null) => void
}

function StartFrom({ source, onChange }: StartFromProps) {
  const examples = useExamples().data ?? []
  const events = useEvents().toReversed()
  const [latest] = events
  const chosen = source && 'event' in source ? source.event : null
  const example = source && 'example' in source ? source.example : null
  const options = [
    { key: 'empty' as const, isChosen: source === null, choose: () => onChange(null) },
    ...examples.map(({ name }) => ({ key: name, isChosen: name === example, choose: () => onChange({ example: name }) })),
    ...(latest ? [{ key: 'event' as const, isChosen: chosen !== null, choose: () => onChange({ event: latest }) }] : []),
  ]
  const group = useId()
  return (
    <fieldset className="start-from">
      <legend className="field-label">{t('templates.startFrom')}</legend>
      {options.map(({ key, isChosen, choose }) => (
        <label key={key} className="start-from-option">
          <input type="radio" name={group} checked={isChosen} onChange={choose} />
          <b>{t(`templates.${key}`)}</b>
          <small>{t(`templates.${key}Note`)}</small>
        </label>
      ))}
      {chosen && <EventChoice event={chosen} events={events} onChange={(event) => onChange({ event })} />}
    </fieldset>
  )
}

interface EventChoiceProps {
  event: Event
  events: readonly Event[]
  onChange: (event: Event) => void
}

function EventChoice({ event, events, onChange }: EventChoiceProps) {
  const choices = events.map(({ id, name }) => ({
    value: String(id),
    label: t('templates.eventOption', { name: readEventTitle(name), id }),
  }))
  return (
    <Select
      name={t('templates.whichEvent')}
      value={String(event.id)}
      choices={choices}
      onChange={(id) => {
        const found = events.find((one) => String(one.id) === id)
        if (found) onChange(found)
      }}
    />
  )
}
