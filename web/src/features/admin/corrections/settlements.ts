/** Decisions about a correction: its withdrawal, and a second person's about waiting points. */
export const settlements = ['withdraw', 'approve', 'decline'] as const
export type Settlement = (typeof settlements)[number]
