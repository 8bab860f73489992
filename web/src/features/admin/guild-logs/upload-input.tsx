import './guild-logs.css'
import '../../../messages/admin-guild-logs.ts'
import { type DragEvent, useRef, useState } from 'react'
import { t } from '../../../lib/text/messages.ts'
import { Button, IconButton } from '../../../ui/forms/button.tsx'
import { Field, TextArea } from '../../../ui/forms/fields.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { mergeSources, readFile, readSource, type Source } from './upload-sources.ts'

interface UploadInputProps {
  sources: readonly Source[]
  onSources: (sources: readonly Source[]) => void
}

const sayProblem = (problem: NonNullable<Source['problem']>) =>
  problem === 'too_large' ? t('guildUpload.tooLarge') : t(`guildUpload.problem.${problem}`)

/** Takes pasted text and files. A text is read at once; a text with a login is removed from the field. */
export function UploadInput({ sources, onSources }: UploadInputProps) {
  const [text, setText] = useState('')
  const [isOver, setOver] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const pasted = t('guildUpload.pasted')
  const others = sources.filter(({ name }) => name !== pasted)
  function takeText(next: string) {
    const source = readSource(pasted, next)
    const isEmpty = source.problem === 'empty'
    setText(source.problem === 'cookie' ? '' : next)
    onSources(isEmpty ? others : mergeSources(others, [source]))
  }
  async function takeFiles(files: FileList | null) {
    const chosen = await Promise.all([...(files ?? [])].map(readFile))
    onSources(mergeSources(sources, chosen))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void takeFiles(event.dataTransfer.files)
  }
  const forget = (name: string) => {
    if (name === pasted) setText('')
    onSources(sources.filter((source) => source.name !== name))
  }
  return (
    <div
      className={isOver ? 'upload-drop upload-over' : 'upload-drop'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Field label={t('guildUpload.text')} hint={t('guildUpload.textHint')}>
        <TextArea
          rows={6}
          value={text}
          spellCheck={false}
          autoComplete="off"
          wrap="off"
          onChange={(event) => takeText(event.target.value)}
        />
      </Field>
      <input
        ref={chooser}
        type="file"
        multiple
        accept=".json,.txt,application/json,text/plain"
        hidden
        aria-label={t('guildUpload.files')}
        onChange={(event) => {
          void takeFiles(event.target.files)
          event.target.value = ''
        }}
      />
      <p className="upload-files">
        <Button onClick={() => chooser.current?.click()}>{t('guildUpload.files')}</Button>
        <span className="quieter">{t('guildUpload.drop')}</span>
      </p>
      {sources.length > 0 && (
        <ul className="upload-sources">
          {sources.map(({ name, pages, problem }) => (
            <li key={name} className={problem ? 'bad' : undefined}>
              <Icon name={problem ? 'warning' : 'check'} size={14} />
              <span role={problem ? 'alert' : undefined}>
                {t('guildUpload.file', {
                  name,
                  text: problem ? sayProblem(problem) : t('guildUpload.pages', { count: pages.length }),
                })}
              </span>
              <IconButton icon="close" label={t('guildUpload.forget', { name })} onClick={() => forget(name)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
