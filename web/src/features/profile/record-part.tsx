import { type ReactNode, useId } from 'react'

/** A part of the record under its own heading. All parts load with one answer. */
export function RecordPart({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className="block" aria-labelledby={id}>
      <div className="block-head">
        <h2 className="block-title" id={id}>
          {title}
        </h2>
        {note && <div className="block-note">{note}</div>}
      </div>
      {children}
    </section>
  )
}
