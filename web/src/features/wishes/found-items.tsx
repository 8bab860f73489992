import './wishes.css'
import '../../messages/wishes.ts'
import { maxWishes, type WishReading } from '@muster/contract/wishes'
import { useEffect, useRef, useState } from 'react'
import { eventInput } from '../../api/calls/queries.ts'
import { WriteProblem } from '../../api/calls/write-problem.tsx'
import { callWrite, useWrite } from '../../api/calls/writes.ts'
import { useEventKey } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { Button, ButtonRow } from '../../ui/forms/button.tsx'
import { Check } from '../../ui/forms/fields.tsx'
import { showToast } from '../../ui/overlays/show-toast.ts'
import { keepWishes } from './use-wishes.ts'

function sayFound({ form, candidates }: WishReading): string {
  const count = candidates.length
  if (count === 0) return t('wishes.foundNone')
  if (form === 'code') return t('wishes.foundCode', { count })
  if (form === 'item') return t('wishes.foundItem')
  return candidates.every(({ is_known }) => !is_known) ? t('wishes.notListed') : t('wishes.foundName', { count })
}

interface FoundProps {
  reading: WishReading
  /** Number of wishes that the viewer has. */
  own: number
  onDone: () => void
}

/** The items of a text. Items of a code are ticked; of several names with the same beginning, none is. */
export function FoundItems({ reading, own, onDone }: FoundProps) {
  const { form, candidates } = reading
  const event = useEventKey()
  const isChosenFirst = form === 'code' || candidates.length === 1
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    () => new Set(candidates.flatMap(({ is_wished }, at) => (isChosenFirst && !is_wished ? [at] : []))),
  )
  const [is_build_enabling, setEnabling] = useState(false)
  const heading = useRef<HTMLParagraphElement>(null)
  useEffect(() => heading.current?.focus(), [reading])
  const write = useWrite(
    () => {
      const wishes = candidates.filter((_, at) => chosen.has(at)).map(({ kind, name }) => ({ kind, name, is_build_enabling }))
      return callWrite('addWishes', { ...eventInput(event), body: { wishes } })
    },
    {
      onDone: (wishes) => {
        void keepWishes(event, wishes)
        showToast(t('wishes.added', { count: chosen.size }))
        onDone()
      },
    },
  )
  const toggle = (at: number, is: boolean) => {
    const next = new Set(chosen)
    if (is) next.add(at)
    else next.delete(at)
    setChosen(next)
  }
  const isTooMany = own + chosen.size > maxWishes
  return (
    <div className="wish-found">
      <p ref={heading} tabIndex={-1}>
        {sayFound(reading)}
      </p>
      <ul>
        {candidates.map(({ kind, name, is_known, is_wished }, at) => (
          <li key={`${kind} ${name}`}>
            {is_wished ? (
              <span>
                <Item name={name} about={[t(`wishes.kind.${kind}`), t('wishes.already')]} />
              </span>
            ) : (
              <Check
                label={<Item name={name} about={[t(`wishes.kind.${kind}`), ...(is_known ? [] : [t('wishes.unknown')])]} />}
                isOn={chosen.has(at)}
                onChange={(is) => toggle(at, is)}
              />
            )}
          </li>
        ))}
      </ul>
      {isTooMany && <p className="small ember">{t('wishes.full', { count: formatCount(own), most: formatCount(maxWishes) })}</p>}
      <WriteProblem write={write} />
      {candidates.length > 0 && <Check label={t('wishes.enabling')} isOn={is_build_enabling} onChange={setEnabling} />}
      <ButtonRow>
        <Button onClick={onDone}>{t('wishes.cancel')}</Button>
        {candidates.length > 0 && (
          <Button
            kind="primary"
            disabled={chosen.size === 0 || isTooMany}
            isBusy={write.is_busy}
            onClick={() => write.run(undefined)}
          >
            {t('wishes.add', { count: chosen.size })}
          </Button>
        )}
      </ButtonRow>
    </div>
  )
}

const Item = ({ name, about }: { name: string; about: readonly string[] }) => (
  <>
    <bdi className="game">{name}</bdi> <span className="small quieter">{about.join(' · ')}</span>
  </>
)
