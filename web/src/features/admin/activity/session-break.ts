/** Minutes without a sign of life after which a session is over. */
export const breakChoices = ['10', '30', '60', '120'] as const
export type Break = (typeof breakChoices)[number]
