/** Heraldic charges on a shield of 24 by 28 units; each is recognisable at 13 pixels and in grey. */
export const shieldPath = 'M2 1.5h20v11.500c0 7-4.500 10.500-10 13.500C6.500 23.500 2 20 2 13z'

export const charges = {
  chevron: 'M2 19 12 10l10 9v-5.500L12 4.500 2 13.500z',
  saltire: 'M2 1.500h4L12 9l6-7.500h4v4L15 13l5.200 6.500-3 3L12 17l-5.200 5.500-3-3L9 13 2 5.500z',
  wave: 'M2 7c3.300-3 6.700-3 10 0s6.700 3 10 0v4.500c-3.300 3-6.700 3-10 0s-6.700-3-10 0zM2.400 16c3.200-3 6.400-3 9.600 0s6.400 3 9.600 0l-2 4.500c-2.500 1.500-5 1.300-7.600-1.200-2.600-2.500-5.100-2.700-7.600-1.200z',
  lozenge: 'M12 4.500l6.500 8.500L12 21.500 5.500 13z',
  pale: 'M8.500 1.500h7v23.300L12 26.500l-3.500-1.700z',
  chief: 'M2 1.500h20v7h-3l-2.300-3-2.400 3h-4.600l-2.400-3-2.300 3H2zM9 13h6v6H9z',
  bend: 'M2 1.500h5.500L21.300 17l-3.300 4.500L2 6z',
  cross: 'M9.500 1.500h5v8H22v5h-7.500v11L12 26.500l-2.500-1v-11H2v-5h7.500z',
  fess: 'M2 9h20v7H2z',
  pile: 'M5 1.500h14L12 21z',
  roundel: 'M12 6.500a6 6 0 1 1 0 12 6 6 0 0 1 0-12z',
  mullet: 'M12 4.500l2.300 6h6.200l-5 3.900 1.900 6.300L12 17l-5.400 3.700 1.900-6.300-5-3.900h6.200z',
  bars: 'M2 5h20v4.500H2zM2.100 14h19.800c-.4 1.800-1.100 3.300-2 4.500H4.100c-.9-1.200-1.600-2.700-2-4.500z',
  quarter: 'M12 1.500h10V13H12zM12 13v13.500C6.500 23.500 2 20 2 13z',
  crescent: 'M15.500 5.500a8 8 0 1 0 0 15 6.500 6.500 0 1 1 0-15z',
  tower:
    'M6.500 5.500h3v2.500h1.300V5.500h2.400V8h1.300V5.500h3V11H16v9.500h-2.500v-4.500a1.500 1.500 0 0 0-3 0v4.500H8V11H6.500z',
} as const

export type ChargeName = keyof typeof charges
export const chargeNames = Object.keys(charges) as ChargeName[]
