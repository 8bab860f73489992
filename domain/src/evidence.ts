/** The evidence for the form in which the game sends something; `docs/evidence.md` lists it for all data that decides scores. */
export const evidenceKinds = ['sample', 'document', 'own', 'guess'] as const

export interface Evidence {
  /**
   * `sample`: seen in data from the game. `document`: from a document or the game's own tables. `own`: a value of Muster itself.
   * `guess`: none of these; pages warn organisers who rely on it.
   */
  readonly kind: (typeof evidenceKinds)[number]
  /** The source; for a guess, a sentence without a full stop that says what is missing. */
  readonly source: string
}

export const sample = (source: string): Evidence => ({ kind: 'sample', source })
export const documented = (source: string): Evidence => ({ kind: 'document', source })
export const own = (source: string): Evidence => ({ kind: 'own', source })
export const guess = (source: string): Evidence => ({ kind: 'guess', source })
