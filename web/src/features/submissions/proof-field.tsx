import './proof-field.css'
import '../../messages/proof-pictures.ts'
import '../../messages/proof-rules.ts'
import { textLength } from '@muster/contract/body'
import { longestProofSide, maxPicturesOfProof } from '@muster/contract/pictures'
import { type ProofPictureKey, readProof, writePictureAddress, writeProof } from '@muster/domain/submissions/proof-pictures'
import { listDemands, listMissing, type ProofDemand } from '@muster/domain/submissions/proof-rules'
import type { ReportRules } from '@muster/domain/submissions/report-rules'
import { type DragEvent, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Failure } from '../../api/calls/failure.ts'
import { eventInput } from '../../api/calls/queries.ts'
import { WriteProblem } from '../../api/calls/write-problem.tsx'
import { callWrite, useWrite } from '../../api/calls/writes.ts'
import { ProofPicture } from '../../api/people/proof-pictures.tsx'
import { redrawPicture } from '../../lib/browser/picture-files.ts'
import { t } from '../../lib/text/messages.ts'
import { IconButton } from '../../ui/forms/button.tsx'
import { Field, TextArea } from '../../ui/forms/fields.tsx'
import { HoldContext, useField } from '../../ui/forms/form-context.ts'
import { Icon } from '../../ui/marks/icon.tsx'

/** Characters of the addresses of all screenshots. */
const addressLength = maxPicturesOfProof * 60

const findPicture = (data: DataTransfer | null) => [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/'))

interface ProofFieldProps {
  event_id: number
  /** The rules of the objectives that the report is for. */
  rules: readonly ReportRules[]
}

/** The proof of a report: text with links, and screenshots. A screenshot is stored at once; the proof names its address. */
export function ProofField({ event_id, rules }: ProofFieldProps) {
  const demands = listDemands(rules)
  const { field, value, error } = useField<string>()
  const { text, pictures } = readProof(value)
  const [isDropping, setIsDropping] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const change = (nextText: string, next: readonly ProofPictureKey[]) => field.handleChange(writeProof(nextText, next))
  /** Two pastes can precede a render. */
  const isAdding = useRef(false)
  const upload = useWrite(async (file: File) => callWrite('uploadProofPicture', await readUpload(event_id, file)), {
    onDone: ({ id }) => {
      isAdding.current = false
      // Text typed during the upload stays.
      const now = readProof(field.state.value)
      change(now.text, [...now.pictures, { event_id, picture_id: id }])
    },
    onFailed: () => {
      isAdding.current = false
    },
  })
  const { set: hold } = useContext(HoldContext)
  // A report never leaves without the screenshot that was added to it.
  useLayoutEffect(() => hold(upload.is_busy ? t('screenshot.adding') : null), [hold, upload.is_busy])
  useEffect(() => () => hold(null), [hold])
  const isFull = pictures.length >= maxPicturesOfProof
  function add(file: File | undefined) {
    if (isAdding.current) return setProblem(t('screenshot.busy'))
    upload.reset()
    if (!file) return setProblem(t('screenshot.unreadable'))
    if (readProof(field.state.value).pictures.length >= maxPicturesOfProof)
      return setProblem(t('screenshot.full', { count: maxPicturesOfProof }))
    setProblem(null)
    isAdding.current = true
    upload.run(file)
  }
  const frame = usePastedPicture(add)
  const drop = (event: DragEvent) => {
    setIsDropping(false)
    if (!event.dataTransfer.types.includes('Files')) return
    // The browser would open the file in place of the form.
    event.preventDefault()
    add(findPicture(event.dataTransfer))
  }
  return (
    <div
      className="proof-field"
      ref={frame}
      data-drop={isDropping || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setIsDropping(true)
      }}
      onDragLeave={() => setIsDropping(false)}
      onDrop={drop}
    >
      <Field
        label={t(demands.length > 0 ? 'proof.labelNeeded' : 'proof.label')}
        hint={`${sayDemands(demands)} ${t('proof.seen')}`}
        error={error}
      >
        <TextArea
          name={field.name}
          value={text}
          rows={2}
          maxLength={textLength - addressLength}
          onBlur={field.handleBlur}
          onChange={(event) => change(event.target.value, pictures)}
        />
      </Field>
      {pictures.length > 0 && (
        <ul className="proof-pictures">
          {pictures.map((of, at) => (
            <li key={writePictureAddress(of)}>
              <ProofPicture of={of} number={at + 1} />
              <IconButton
                label={t('screenshot.remove', { number: at + 1 })}
                icon="close"
                onClick={() =>
                  change(
                    text,
                    pictures.filter((one) => one !== of),
                  )
                }
              />
            </li>
          ))}
        </ul>
      )}
      <div className="proof-field-add">
        <label className="btn btn-plain btn-normal">
          {upload.is_busy && <Icon name="busy" size={14} />}
          {t(upload.is_busy ? 'screenshot.adding' : 'screenshot.add')}
          <input
            type="file"
            className="vh"
            accept="image/png,image/jpeg,image/webp"
            disabled={upload.is_busy || isFull}
            onChange={(event) => {
              const [file] = event.target.files ?? []
              if (file) add(file)
              // Allows the same file to be chosen again.
              event.target.value = ''
            }}
          />
        </label>
        <p className="field-hint">{isFull ? t('screenshot.full', { count: maxPicturesOfProof }) : t('screenshot.hint')}</p>
      </div>
      {problem !== null && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
      <WriteProblem write={upload} />
    </div>
  )
}

const sayDemands = (demands: readonly ProofDemand[]) =>
  demands.length === 0 ? t('proof.any') : demands.map((kind) => t(`proof.asks.${kind}`)).join(' ')

/** The proof that a report with these rules still lacks, in words; null: it lacks none. */
export function sayMissingProof(rules: readonly ReportRules[], proof: string): string | null {
  const missing = listMissing(rules, proof)
  return missing.length === 0 ? null : missing.map((kind) => t(`proof.missing.${kind}`)).join(' ')
}

/** @throws a failure if this browser cannot read the file */
async function readUpload(event_id: number, file: File) {
  const address = await redrawPicture(file, longestProofSide).catch(() => {
    throw new Failure(0, 'unknown', t('screenshot.unreadable'))
  })
  return { ...eventInput(event_id), body: { picture: address.slice(address.indexOf(',') + 1) } }
}

/** Whether a paste goes into a field and has text for it: spreadsheets add a picture of the copied cells. */
const isTextForField = ({ target, clipboardData }: ClipboardEvent) =>
  clipboardData?.types.includes('text/plain') === true &&
  target instanceof HTMLElement &&
  target.matches('textarea, input, [contenteditable]')

/**
 * Calls back with a picture pasted anywhere on the page, or in the open dialog if the field is in it. @returns a ref for the
 * field
 */
function usePastedPicture(onPicture: (file: File) => void) {
  const frame = useRef<HTMLDivElement>(null)
  const latest = useRef(onPicture)
  useEffect(() => {
    latest.current = onPicture
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => {
      const dialog = document.querySelector('[role="dialog"]:not([aria-modal="false"])')
      const file = findPicture(event.clipboardData)
      if (!file || isTextForField(event) || (dialog && !dialog.contains(frame.current))) return
      event.preventDefault()
      latest.current(file)
    }
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])
  return frame
}
