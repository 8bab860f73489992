/** Minutes without activity after which a session ends. */
export const breakChoices = ['10', '30', '60', '120'] as const
export type Break = (typeof breakChoices)[number]
