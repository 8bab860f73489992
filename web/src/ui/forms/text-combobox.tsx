import './combobox.css'
import '../overlays/overlays.css'
import { Autocomplete } from '@base-ui/react/autocomplete'
import { useState } from 'react'

export interface Suggestion {
  readonly text: string
  /** Shown beside it. */
  readonly note?: string | undefined
}

/** Upper bound of listed suggestions; typing finds the others. */
const maxListed = 100

interface TextProps {
  label: string
  value: string
  /** The best first. Suggestions without the typed text, in text or note, are not shown. */
  suggestions: readonly Suggestion[]
  onChange: (text: string) => void
  /** A suggestion was chosen; by default it becomes the value. */
  onPick?: ((text: string) => void) | undefined
  /** Enter without a chosen suggestion. */
  onEnter?: (() => void) | undefined
  isWrong?: boolean | undefined
  /** The element with the error or warning. */
  describedBy?: string | undefined
}

/** A text field that suggests texts. Any other text may stay. */
export function TextCombobox(props: TextProps) {
  const { label, value, suggestions, onChange, onPick = onChange, onEnter, isWrong, describedBy } = props
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const typed = value.trim().toLowerCase()
  const listed = suggestions
    .filter(({ text, note = '' }) => text !== value && `${text} ${note}`.toLowerCase().includes(typed))
    .slice(0, maxListed)
  const isEmpty = listed.length === 0
  return (
    <Autocomplete.Root
      items={listed}
      filter={null}
      itemToStringValue={({ text }) => text}
      // An open list hides the rest of the page from assistive technology, so an empty one is closed.
      open={isOpen && !isEmpty}
      onOpenChange={setIsOpen}
      value={value}
      onValueChange={(text, { reason }) => (reason === 'item-press' ? onPick : onChange)(text)}
    >
      <Autocomplete.Input
        ref={setAnchor}
        className="input"
        aria-label={label}
        aria-invalid={isWrong || undefined}
        aria-describedby={describedBy}
        autoComplete="off"
        spellCheck={false}
        // Suggestions that arrive later open no list.
        onBlur={() => isEmpty && setIsOpen(false)}
        onKeyDown={(event) => {
          // Closes the dialog around it; the primitive would empty the input.
          if (event.key === 'Escape' && event.currentTarget.ariaExpanded !== 'true') event.preventBaseUIHandler()
          if (event.key !== 'Enter' || !onEnter || event.currentTarget.hasAttribute('aria-activedescendant')) return
          event.preventDefault()
          onEnter()
        }}
      />
      {/* In the landmark of its input, where screen readers expect it, or in its dialog. */}
      <Autocomplete.Portal container={anchor && (anchor.closest<HTMLElement>('nav, main') ?? undefined)}>
        <Autocomplete.Positioner className="positioner combobox-place" sideOffset={4} align="start" collisionPadding={8}>
          <Autocomplete.Popup className="popup combobox-popup">
            <Autocomplete.List>
              {(suggestion: Suggestion) => (
                <Autocomplete.Item key={suggestion.text} value={suggestion} className="menu-item">
                  <bdi>{suggestion.text}</bdi>
                  {suggestion.note !== undefined && <small>{suggestion.note}</small>}
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  )
}
