import '../../../messages/admin-definition.ts'
import '../../../messages/admin-grid.ts'
import type { Event } from '@muster/contract/events'
import { toKey } from '@muster/domain/definition-file/keys'
import { readEventTitle } from '@muster/domain/events/title'
import { columnLabels, isEmptyRow, maxRows, readSheet } from '@muster/domain/objective-sheet/columns'
import { writeSheet } from '@muster/domain/objective-sheet/write-row'
import { useRef, useState } from 'react'
import { downloadCsv } from '../../../lib/text/csv.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { Button, ButtonRow } from '../../../ui/forms/button.tsx'
import { Field, TextArea } from '../../../ui/forms/fields.tsx'
import { copyText, largestFile_bytes } from './files.ts'
import type { GridInput, useGrid } from './use-grid.ts'

interface PasteProps extends Pick<ReturnType<typeof useGrid>, 'before' | 'clock'> {
  event: Event
  input: GridInput
  onChange: (part: Partial<GridInput>) => void
}

/** Takes rows from the clipboard, from a file or as typed, and exports all objectives as such a file. */
export function GridPaste({ event, input, before, clock, onChange }: PasteProps) {
  const [problem, setProblem] = useState<string>()
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  const chooser = useRef<HTMLInputElement>(null)
  /** Adds the rows of a text; a text that cannot be read stays where it is. */
  const take = (text: string) => {
    const read = readSheet(text)
    const rows = input.rows.filter((row) => !isEmptyRow(row))
    setLeftOut(read.ok ? read.leftOut : [])
    if (!read.ok) setProblem(read.problem)
    else if (rows.length + read.rows.length > maxRows) setProblem(t('grid.full', { number: formatCount(maxRows) }))
    else {
      setProblem(undefined)
      onChange({ rows: [...rows, ...read.rows], pasted: '' })
    }
  }
  const takeFile = async (file: File | undefined) => {
    if (!file) return
    if (file.size > largestFile_bytes) setProblem(t('grid.tooLarge'))
    else take(await file.text())
  }
  return (
    <div className="grid-input">
      <Field label={t('grid.paste')} hint={t('grid.pasteHint')} error={problem}>
        <TextArea
          rows={3}
          value={input.pasted}
          spellCheck={false}
          autoComplete="off"
          wrap="off"
          onChange={(change) => onChange({ pasted: change.target.value })}
          onPaste={(paste) => {
            const text = paste.clipboardData.getData('text')
            if (input.pasted !== '' || !/[\t\n\r]/.test(text)) return
            paste.preventDefault()
            take(text)
          }}
        />
      </Field>
      {leftOut.length > 0 && (
        <div className="grid-left-out" role="status">
          <ul>
            {leftOut.map((sentence) => (
              <li key={sentence}>
                <bdi>{sentence}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
      <input
        ref={chooser}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
        hidden
        aria-label={t('grid.choose')}
        onChange={(change) => {
          void takeFile(change.target.files?.[0])
          change.target.value = ''
        }}
      />
      <ButtonRow>
        {input.pasted.trim() !== '' && (
          <Button kind="primary" onClick={() => take(input.pasted)}>
            {t('grid.take')}
          </Button>
        )}
        <Button onClick={() => chooser.current?.click()}>{t('grid.choose')}</Button>
        <Button icon="copy" onClick={() => void copyText(columnLabels.join('\t'), t('grid.copied'))}>
          {t('grid.copyHeadings')}
        </Button>
        <Button onClick={() => downloadCsv(`${toKey(readEventTitle(event.name), 'event')}.csv`, writeSheet(before, clock))}>
          {t('grid.download')}
        </Button>
        {input.rows.length > 0 && (
          <Button kind="quiet" onClick={() => onChange({ rows: [] })}>
            {t('grid.clear')}
          </Button>
        )}
      </ButtonRow>
    </div>
  )
}
