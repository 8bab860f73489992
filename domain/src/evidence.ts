/** How we know the form in which the game sends something: `docs/evidence.md` lists it for everything that decides scores. */
export const evidenceKinds = ['sample', 'document', 'own', 'guess'] as const

export interface Evidence {
  /**
   * `sample`: seen in data of the game. `document`: told by a document or by the game's own tables. `own`: a value of Muster's own.
   * `guess`: none of these, which pages say where organisers rely on it.
   */
  readonly kind: (typeof evidenceKinds)[number]
  /** Where to look it up; of a guess, a sentence without a full stop that says what is missing. */
  readonly source: string
}

export const sample = (source: string): Evidence => ({ kind: 'sample', source })
export const documented = (source: string): Evidence => ({ kind: 'document', source })
export const own = (source: string): Evidence => ({ kind: 'own', source })
export const guess = (source: string): Evidence => ({ kind: 'guess', source })
