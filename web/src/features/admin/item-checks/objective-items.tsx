import '../../../messages/admin-item-checks.ts'
import type { Event } from '@muster/contract/events'
import type { ObjectiveId } from '@muster/contract/ids'
import type { ItemExample, ObjectiveItems as Items } from '@muster/contract/item-checks'
import { sayItem } from '@muster/domain/objectives/item-coverage'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { eventInput, read } from '../../../api/calls/queries.ts'
import { WriteProblem } from '../../../api/calls/write-problem.tsx'
import { callWrite, useWrite } from '../../../api/calls/writes.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatFull } from '../../../lib/time/time.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Field, TextArea } from '../../../ui/forms/fields.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'

interface ItemsProps {
  event: Event
  objective_id: ObjectiveId
}

type NewExample = { must_match: boolean; item: Items['hits'][number]['item'] } | { must_match: boolean; text: string }

/** The items that scans found for an objective, its saved items, and a way to save another. */
export function ObjectiveItems({ event, objective_id }: ItemsProps) {
  const { hits, examples } = useSuspenseQuery(read('getObjectiveItems', { ...eventInput(event.id), objective_id })).data
  const [text, setText] = useState('')
  const save = useWrite((body: NewExample) => callWrite('saveItemExample', { ...eventInput(event.id), objective_id, body }), {
    onDone: (_, body) => {
      if ('text' in body) setText((now) => (now === body.text ? '' : now))
      showToast(t('checks.savedNow'))
    },
  })
  const problem = save.problemOf('text')
  return (
    <>
      <h3 className="checks-title">{t('checks.found')}</h3>
      {hits.length === 0 && <p className="quieter">{t('checks.foundNone')}</p>}
      <ul className="checks-known">
        {hits.map((hit, place) => (
          <li key={place}>
            <span className="checks-item">
              <bdi>{sayItem(hit)}</bdi>
              <small className="quieter">
                {t('checks.foundAt', { place: hit.place, time: formatFull(Date.parse(hit.seen_at)) })}
              </small>
            </span>
            <SaveButtons
              label={t('checks.saveFound', { item: sayItem(hit) })}
              isBusy={save.is_busy}
              onSave={(must_match) => save.run({ must_match, item: hit.item })}
            />
          </li>
        ))}
      </ul>
      <h3 className="checks-title">{t('checks.saved')}</h3>
      <p className="field-hint">{t('checks.savedHelp')}</p>
      {examples.length === 0 && <p className="quieter">{t('checks.savedNone')}</p>}
      <ul className="checks-known">
        {examples.map((example) => (
          <SavedItem key={example.id} event={event} example={example} />
        ))}
      </ul>
      <Field label={t('checks.paste')} hint={t('checks.pasteHelp')} error={problem}>
        <TextArea rows={4} value={text} spellCheck={false} onChange={({ target }) => setText(target.value)} />
      </Field>
      <SaveButtons
        label={t('checks.saveFound', { item: t('checks.paste') })}
        isBusy={save.is_busy}
        isOff={text.trim() === ''}
        onSave={(must_match) => save.run({ must_match, text })}
      />
      {problem === undefined && <WriteProblem write={save} />}
    </>
  )
}

interface SaveButtonsProps {
  label: string
  isBusy: boolean
  isOff?: boolean
  onSave: (must_match: boolean) => void
}

function SaveButtons({ label, isBusy, isOff = false, onSave }: SaveButtonsProps) {
  return (
    <fieldset className="checks-save" aria-label={label}>
      <Button disabled={isOff || isBusy} onClick={() => onSave(true)}>
        {t('checks.saveMust')}
      </Button>
      <Button kind="quiet" disabled={isOff || isBusy} onClick={() => onSave(false)}>
        {t('checks.saveMustNot')}
      </Button>
    </fieldset>
  )
}

function SavedItem({ event, example }: { event: Event; example: ItemExample }) {
  const { id: example_id, must_match, holds } = example
  const remove = useWrite(() => callWrite('removeItemExample', { ...eventInput(event.id), example_id }), {
    onDone: () => showToast(t('checks.removed')),
  })
  return (
    <li>
      <span className="checks-item">
        <bdi>{sayItem(example)}</bdi>
        <small className={holds ? 'checks-good icon-line' : 'checks-bad icon-line'}>
          <Icon name={holds ? 'check' : 'close'} size={12} /> {t(must_match ? 'checks.must' : 'checks.mustNot')}
          {'. '}
          {t(holds === must_match ? 'checks.holds' : 'checks.fails')}
        </small>
        <WriteProblem write={remove} />
      </span>
      <Button
        kind="quiet"
        isBusy={remove.is_busy}
        aria-label={t('checks.removeNamed', { item: sayItem(example) })}
        onClick={() => remove.run(undefined)}
      >
        {t('checks.remove')}
      </Button>
    </li>
  )
}
