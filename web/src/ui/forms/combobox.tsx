import './combobox.css'
import '../overlays/overlays.css'
import { Combobox as BaseCombobox } from '@base-ui/react/combobox'
import { useState } from 'react'
import { t } from '../../lib/text/messages.ts'
import type { Choice, ChoiceControlProps } from './choices.ts'

/** Upper bound of listed choices; typing finds the others. */
const maxListed = 100

/** @returns choices with every typed word in their label, in any order */
function findChoices<V extends string>(choices: readonly Choice<V>[], typed: string): readonly Choice<V>[] {
  const words = typed.toLowerCase().split(/\s+/)
  return choices.filter(({ label }) => {
    const text = label.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

interface ChoiceGroup<V extends string> {
  readonly value: string
  readonly items: readonly Choice<V>[]
}

/** Null: the choices have no groups. */
function groupChoices<V extends string>(choices: readonly Choice<V>[]): readonly ChoiceGroup<V>[] | null {
  if (!choices.some(({ group }) => group)) return null
  return [...Map.groupBy(choices, ({ group = '' }) => group)].map(([value, items]) => ({ value, items }))
}

function ListedChoice<V extends string>({ choice }: { choice: Choice<V> }) {
  return (
    <BaseCombobox.Item value={choice} disabled={choice.isDisabled} className="menu-item">
      <bdi>{choice.label}</bdi>
      <BaseCombobox.ItemIndicator className="menu-mark">✓</BaseCombobox.ItemIndicator>
    </BaseCombobox.Item>
  )
}

/** A choice among many options: typing searches the list, and leaving without a choice changes nothing. */
export function Combobox<V extends string>({ value, choices, onChange, disabled, ...input }: ChoiceControlProps<V>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const chosen = choices.find((choice) => choice.value === value) ?? null
  const found = typed === null ? choices : findChoices(choices, typed)
  const listed = found.slice(0, maxListed)
  const groups = groupChoices(listed)
  return (
    <BaseCombobox.Root<Choice<V>>
      items={groups ?? listed}
      filter={null}
      value={chosen}
      inputValue={typed ?? chosen?.label ?? ''}
      isItemEqualToValue={(one, other) => one.value === other.value}
      autoHighlight
      disabled={disabled}
      onInputValueChange={(text, { reason }) => setTyped(reason === 'input-change' ? text : null)}
      onOpenChange={(isOpen) => !isOpen && setTyped(null)}
      // An emptied input is a search, not a choice.
      onValueChange={(next) => next && onChange(next.value)}
    >
      <BaseCombobox.Input
        {...input}
        ref={setAnchor}
        className="input combobox"
        placeholder={t('combobox.search')}
        autoComplete="off"
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={(event) => {
          // Closes the dialog around it; the primitive would empty the input.
          if (event.key === 'Escape' && event.currentTarget.ariaExpanded !== 'true') event.preventBaseUIHandler()
        }}
      />
      {/* In the landmark of its input, where screen readers expect it, or in its dialog. */}
      <BaseCombobox.Portal container={anchor && (anchor.closest<HTMLElement>('nav, main') ?? undefined)}>
        <BaseCombobox.Positioner className="positioner combobox-place" sideOffset={4} align="start" collisionPadding={8}>
          <BaseCombobox.Popup className="popup combobox-popup">
            <BaseCombobox.Empty>
              {listed.length === 0 && <p className="combobox-note">{t('combobox.none')}</p>}
            </BaseCombobox.Empty>
            <BaseCombobox.List>
              {groups
                ? ({ value: heading, items }: ChoiceGroup<V>) => (
                    <BaseCombobox.Group key={heading} items={items}>
                      <BaseCombobox.GroupLabel className="combobox-note">{heading}</BaseCombobox.GroupLabel>
                      {items.map((choice) => (
                        <ListedChoice key={choice.value} choice={choice} />
                      ))}
                    </BaseCombobox.Group>
                  )
                : (choice: Choice<V>) => <ListedChoice key={choice.value} choice={choice} />}
            </BaseCombobox.List>
            {found.length > listed.length && (
              <p className="combobox-note">{t('combobox.more', { count: listed.length, all: found.length })}</p>
            )}
          </BaseCombobox.Popup>
        </BaseCombobox.Positioner>
      </BaseCombobox.Portal>
    </BaseCombobox.Root>
  )
}
